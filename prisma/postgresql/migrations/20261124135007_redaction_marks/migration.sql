-- CreateTable
CREATE TABLE "redaction_marks" (
    "key" SERIAL NOT NULL,
    "mark" TEXT NOT NULL,

    CONSTRAINT "redaction_marks_pkey" PRIMARY KEY ("key")
);
