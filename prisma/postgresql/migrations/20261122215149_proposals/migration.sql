-- CreateTable
CREATE TABLE "proposals" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "changeset_key" INTEGER NOT NULL,
    "session_id" TEXT,
    "tool_use_id" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "command" TEXT,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "created_at" BIGINT NOT NULL,
    "lapses_at" BIGINT,
    "rule" TEXT,
    "policy_revision" INTEGER,
    "decided_at" BIGINT,
    "decider_type" TEXT,
    "decider_id" TEXT,
    "message" TEXT,
    "is_edited" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "proposals_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "proposals_id_key" ON "proposals"("id");

-- CreateIndex
CREATE INDEX "proposals_store_key_state_key_idx" ON "proposals"("store_key", "state", "key");

-- CreateIndex
CREATE INDEX "proposals_changeset_key_state_idx" ON "proposals"("changeset_key", "state");

-- CreateIndex
CREATE INDEX "proposals_session_id_tool_use_id_idx" ON "proposals"("session_id", "tool_use_id");

-- CreateIndex
CREATE INDEX "proposals_state_lapses_at_idx" ON "proposals"("state", "lapses_at");
