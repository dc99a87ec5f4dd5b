-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "purpose" TEXT NOT NULL DEFAULT 'agent';

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN "actor_id" TEXT;
ALTER TABLE "jobs" ADD COLUMN "actor_type" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "actor_id" TEXT;
ALTER TABLE "sessions" ADD COLUMN "actor_type" TEXT;

-- Keys that may do anything were made for people and their scripts; the others for agents.
UPDATE "api_keys" SET "purpose" = 'script' WHERE "access" = 'admin';
