-- AlterTable
ALTER TABLE "experiments" ADD COLUMN     "instructions" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "is_redacted" INTEGER NOT NULL DEFAULT 0;
