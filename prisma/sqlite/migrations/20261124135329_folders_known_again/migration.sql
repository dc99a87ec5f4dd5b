-- AlterTable
ALTER TABLE "connections" ADD COLUMN "root_id" TEXT NOT NULL DEFAULT '';
