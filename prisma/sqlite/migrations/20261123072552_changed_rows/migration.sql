-- CreateTable
CREATE TABLE "changed_rows" (
    "number" BIGINT NOT NULL,
    "kind" INTEGER NOT NULL,
    "key" INTEGER NOT NULL,

    PRIMARY KEY ("number", "kind", "key")
) WITHOUT ROWID;
