-- AlterTable
ALTER TABLE "store_scans" ADD COLUMN     "signed_sequence" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "memory_bands" (
    "store_key" INTEGER NOT NULL,
    "band" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,

    CONSTRAINT "memory_bands_pkey" PRIMARY KEY ("store_key","band","memory_key")
);

-- CreateIndex
CREATE INDEX "memory_bands_memory_key_idx" ON "memory_bands"("memory_key");
