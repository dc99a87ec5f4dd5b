-- AlterTable
-- In place: a table that is made anew would be dropped with its runs.
ALTER TABLE "memory_tests" ADD COLUMN "access" TEXT NOT NULL DEFAULT 'read_write';
ALTER TABLE "memory_tests" ADD COLUMN "bisects_itself" INTEGER;
ALTER TABLE "memory_tests" ADD COLUMN "instructions" TEXT NOT NULL DEFAULT '';
ALTER TABLE "memory_tests" ADD COLUMN "tool_set" TEXT NOT NULL DEFAULT 'memory';
