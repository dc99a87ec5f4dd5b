-- CreateTable
CREATE TABLE "replays" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "session_key" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "plan" TEXT,
    "state" TEXT NOT NULL,
    "max_requests" INTEGER NOT NULL,
    "max_tokens" BIGINT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "result" TEXT,
    "error" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "stop_asked_at" BIGINT,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "replays_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "replay_samples" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "replay_key" INTEGER NOT NULL,
    "session_key" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "held" INTEGER,
    "answer" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "replay_samples_replay_key_fkey" FOREIGN KEY ("replay_key") REFERENCES "replays" ("key") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "replay_samples_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "replays_id_key" ON "replays"("id");

-- CreateIndex
CREATE INDEX "replays_session_key_key_idx" ON "replays"("session_key", "key");

-- CreateIndex
CREATE INDEX "replays_state_idx" ON "replays"("state");

-- CreateIndex
CREATE INDEX "replay_samples_session_key_key_idx" ON "replay_samples"("session_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "replay_samples_replay_key_level_round_slot_key" ON "replay_samples"("replay_key", "level", "round", "slot");
