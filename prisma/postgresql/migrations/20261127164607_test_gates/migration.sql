-- AlterTable
ALTER TABLE "memory_test_runs" ADD COLUMN     "branch_key" INTEGER,
ADD COLUMN     "gate_of" TEXT,
ADD COLUMN     "gate_state" TEXT,
ADD COLUMN     "overruled_at" BIGINT,
ADD COLUMN     "overruled_by" TEXT;

-- AlterTable
ALTER TABLE "memory_tests" ADD COLUMN     "is_redacted" INTEGER NOT NULL DEFAULT 0;
