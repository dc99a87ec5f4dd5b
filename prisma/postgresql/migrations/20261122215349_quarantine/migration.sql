-- AlterTable
ALTER TABLE "memory_stores" ADD COLUMN     "quarantined_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "quarantines" (
    "memory_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "from_sequence" BIGINT NOT NULL,
    "served_sequence" BIGINT,
    "reason" TEXT NOT NULL DEFAULT '',
    "created_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,

    CONSTRAINT "quarantines_pkey" PRIMARY KEY ("memory_key")
);

-- CreateIndex
CREATE INDEX "quarantines_store_key_idx" ON "quarantines"("store_key");
