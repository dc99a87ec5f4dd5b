-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "context" TEXT NOT NULL DEFAULT '{}',
ADD COLUMN     "view_from" BIGINT NOT NULL DEFAULT 0;
