-- AlterTable
ALTER TABLE "memory_tests" ADD COLUMN     "access" TEXT NOT NULL DEFAULT 'read_write',
ADD COLUMN     "bisects_itself" INTEGER,
ADD COLUMN     "instructions" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tool_set" TEXT NOT NULL DEFAULT 'memory';
