-- CreateTable
CREATE TABLE "redaction_marks" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "mark" TEXT NOT NULL
);
