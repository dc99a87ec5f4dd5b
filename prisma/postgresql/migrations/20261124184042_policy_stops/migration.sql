-- AlterTable
ALTER TABLE "policy_outcomes" ADD COLUMN     "operation" TEXT,
ADD COLUMN     "path" TEXT;
