-- AlterTable
-- In place: a table that is made anew would be dropped with its runs.
ALTER TABLE "experiments" ADD COLUMN "instructions" TEXT NOT NULL DEFAULT '[]';
ALTER TABLE "experiments" ADD COLUMN "is_redacted" INTEGER NOT NULL DEFAULT 0;
