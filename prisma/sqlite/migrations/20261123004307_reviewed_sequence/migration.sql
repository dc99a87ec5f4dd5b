ALTER TABLE "changeset_memories" ADD COLUMN "reviewed_sequence" BIGINT NOT NULL DEFAULT 0;

UPDATE "changeset_memories" SET "reviewed_sequence" = "through_sequence" WHERE "open_hunks" = 0;
