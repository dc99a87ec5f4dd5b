-- CreateTable
CREATE TABLE "changed_rows" (
    "number" BIGINT NOT NULL,
    "kind" INTEGER NOT NULL,
    "key" INTEGER NOT NULL,

    CONSTRAINT "changed_rows_pkey" PRIMARY KEY ("number","kind","key")
);
