-- AlterTable
ALTER TABLE "memory_versions" ADD COLUMN     "changeset_key" INTEGER;

-- CreateTable
CREATE TABLE "changesets" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "grouping" TEXT NOT NULL,
    "session_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "first_changed_at" BIGINT NOT NULL,
    "last_changed_at" BIGINT NOT NULL,
    "change_count" INTEGER NOT NULL,
    "examined_sequence" BIGINT NOT NULL DEFAULT 0,
    "pending" INTEGER NOT NULL DEFAULT 1,
    "level" INTEGER NOT NULL DEFAULT 0,
    "reasons" TEXT NOT NULL DEFAULT '{}',
    "memory_count" INTEGER NOT NULL DEFAULT 0,
    "added_lines" INTEGER NOT NULL DEFAULT 0,
    "removed_lines" INTEGER NOT NULL DEFAULT 0,
    "lost_lines" INTEGER NOT NULL DEFAULT 0,
    "hunk_count" INTEGER NOT NULL DEFAULT 0,
    "open_hunks" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'open',
    "snoozed_until" BIGINT,
    "assignee_type" TEXT,
    "assignee_id" TEXT,
    "revision" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "changesets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "changeset_memories" (
    "changeset_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "through_sequence" BIGINT NOT NULL,
    "kind" TEXT,
    "level" INTEGER NOT NULL DEFAULT 0,
    "added_lines" INTEGER NOT NULL,
    "removed_lines" INTEGER NOT NULL,
    "lost_lines" INTEGER NOT NULL,
    "hunk_count" INTEGER NOT NULL,
    "open_hunks" INTEGER NOT NULL,
    "hunks" TEXT NOT NULL DEFAULT '[]',

    CONSTRAINT "changeset_memories_pkey" PRIMARY KEY ("changeset_key","memory_key")
);

-- CreateTable
CREATE TABLE "hunk_decisions" (
    "key" SERIAL NOT NULL,
    "changeset_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "through_sequence" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "before_from" INTEGER NOT NULL,
    "before_count" INTEGER NOT NULL,
    "after_from" INTEGER NOT NULL,
    "after_count" INTEGER NOT NULL,
    "decision" TEXT NOT NULL,
    "content" TEXT,
    "seen" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "decided_at" BIGINT NOT NULL,
    "applied_at" BIGINT,
    "batch_key" INTEGER,

    CONSTRAINT "hunk_decisions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "changesets_id_key" ON "changesets"("id");

-- CreateIndex
CREATE INDEX "changesets_store_key_grouping_key_idx" ON "changesets"("store_key", "grouping", "key");

-- CreateIndex
CREATE INDEX "changesets_session_id_idx" ON "changesets"("session_id");

-- CreateIndex
CREATE INDEX "changesets_actor_id_state_level_last_changed_at_id_idx" ON "changesets"("actor_id", "state", "level", "last_changed_at", "id");

-- CreateIndex
CREATE INDEX "changesets_pending_key_idx" ON "changesets"("pending", "key");

-- CreateIndex
CREATE INDEX "changesets_state_level_last_changed_at_id_idx" ON "changesets"("state", "level", "last_changed_at", "id");

-- CreateIndex
CREATE INDEX "changesets_store_key_state_level_last_changed_at_id_idx" ON "changesets"("store_key", "state", "level", "last_changed_at", "id");

-- CreateIndex
CREATE INDEX "changeset_memories_memory_key_idx" ON "changeset_memories"("memory_key");

-- CreateIndex
CREATE INDEX "hunk_decisions_memory_key_key_idx" ON "hunk_decisions"("memory_key", "key");

-- CreateIndex
CREATE INDEX "hunk_decisions_batch_key_idx" ON "hunk_decisions"("batch_key");

-- CreateIndex
CREATE UNIQUE INDEX "hunk_decisions_hunk" ON "hunk_decisions"("changeset_key", "memory_key", "through_sequence", "kind", "before_from", "before_count", "after_from", "after_count");

-- CreateIndex
CREATE INDEX "memory_versions_changeset_key_memory_key_sequence_idx" ON "memory_versions"("changeset_key", "memory_key", "sequence");
