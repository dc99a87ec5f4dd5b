-- Who works on a job, as of a session: one lease for both.
ALTER TABLE "jobs" ADD COLUMN "runner" TEXT;

-- Jobs that were running then have a holder of whom nothing more will be heard.
UPDATE "jobs" SET "runner" = 'unknown' WHERE "state" = 'running';
