-- AlterTable
ALTER TABLE "memory_test_runs" ADD COLUMN "branch_key" INTEGER;
ALTER TABLE "memory_test_runs" ADD COLUMN "gate_of" TEXT;
ALTER TABLE "memory_test_runs" ADD COLUMN "gate_state" TEXT;
ALTER TABLE "memory_test_runs" ADD COLUMN "overruled_at" BIGINT;
ALTER TABLE "memory_test_runs" ADD COLUMN "overruled_by" TEXT;

-- AlterTable
-- In place: a table that is made anew would be dropped with its runs.
ALTER TABLE "memory_tests" ADD COLUMN "is_redacted" INTEGER NOT NULL DEFAULT 0;
