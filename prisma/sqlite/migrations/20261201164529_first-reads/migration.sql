-- AlterTable
ALTER TABLE "MemoryRead" ADD COLUMN "firstAt" DATETIME;
