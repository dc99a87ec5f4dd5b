-- AlterTable
ALTER TABLE "policy_outcomes" ADD COLUMN "operation" TEXT;
ALTER TABLE "policy_outcomes" ADD COLUMN "path" TEXT;
