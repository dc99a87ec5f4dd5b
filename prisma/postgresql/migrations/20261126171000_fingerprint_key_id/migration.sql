-- AlterTable
ALTER TABLE "redacted_texts" ADD COLUMN     "key_id" TEXT NOT NULL DEFAULT '';
