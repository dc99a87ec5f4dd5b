-- AlterTable
ALTER TABLE "MemoryRead" ADD COLUMN     "firstAt" TIMESTAMP(3);
