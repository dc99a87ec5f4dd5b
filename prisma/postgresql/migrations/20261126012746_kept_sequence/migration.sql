-- AlterTable
ALTER TABLE "changeset_memories" ADD COLUMN     "kept_sequence" BIGINT NOT NULL DEFAULT 0;
