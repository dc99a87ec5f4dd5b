-- AlterTable
ALTER TABLE "proposals" ADD COLUMN     "is_unscanned" INTEGER NOT NULL DEFAULT 0;
