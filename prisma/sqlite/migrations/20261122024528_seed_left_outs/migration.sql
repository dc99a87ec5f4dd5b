-- AlterTable
ALTER TABLE "seeds" ADD COLUMN "location" TEXT;
ALTER TABLE "seeds" ADD COLUMN "taken" TEXT;

-- CreateTable
CREATE TABLE "seed_left_outs" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "seed_key" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "content" TEXT,
    "noted_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "seed_left_outs_store_key_path_idx" ON "seed_left_outs"("store_key", "path");

-- CreateIndex
CREATE INDEX "seed_left_outs_seed_key_idx" ON "seed_left_outs"("seed_key");
