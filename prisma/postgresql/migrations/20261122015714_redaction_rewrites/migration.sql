-- AlterTable
ALTER TABLE "memory_versions" ADD COLUMN     "rewritten_at" BIGINT,
ADD COLUMN     "rewritten_by_id" TEXT,
ADD COLUMN     "rewritten_by_type" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "redactions" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "redactions_read" BIGINT NOT NULL DEFAULT 0;
