-- AlterTable
ALTER TABLE "observed_sessions" ADD COLUMN "read_store_key" INTEGER;
