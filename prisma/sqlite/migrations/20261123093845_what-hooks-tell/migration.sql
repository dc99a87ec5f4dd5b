-- CreateTable
CREATE TABLE "heard_calls" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "kind" TEXT NOT NULL,
    "tool_use_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "file_hash" TEXT,
    "sha256" TEXT,
    "outer_id" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "from_at" BIGINT NOT NULL,
    "at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "transcript_offsets" (
    "file_hash" TEXT NOT NULL PRIMARY KEY,
    "offset" BIGINT NOT NULL,
    "read_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "redacted_texts" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "sum" BIGINT NOT NULL,
    "mac" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_attributions" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "confidence" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "tool_use_id" TEXT,
    "tool" TEXT,
    "model" TEXT,
    "called_at" BIGINT,
    "noted_at" BIGINT NOT NULL,
    "is_late" INTEGER NOT NULL DEFAULT 0,
    "prompt" TEXT,
    "said" TEXT,

    PRIMARY KEY ("store_key", "sequence")
);
INSERT INTO "new_attributions" ("called_at", "confidence", "model", "noted_at", "sequence", "session_id", "source", "store_key", "tool", "tool_use_id") SELECT "called_at", "confidence", "model", "noted_at", "sequence", "session_id", "source", "store_key", "tool", "tool_use_id" FROM "attributions";
DROP TABLE "attributions";
ALTER TABLE "new_attributions" RENAME TO "attributions";
CREATE INDEX "attributions_session_id_idx" ON "attributions"("session_id");
CREATE TABLE "new_connections" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "direction" TEXT NOT NULL DEFAULT 'read',
    "state" TEXT NOT NULL DEFAULT 'ok',
    "problem" TEXT,
    "accepts_deletions" INTEGER NOT NULL DEFAULT 0,
    "seeded_at" BIGINT,
    "swept_at" BIGINT,
    "file_count" INTEGER NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "is_swept_only" INTEGER NOT NULL DEFAULT 0,
    "exact_count" INTEGER NOT NULL DEFAULT 0,
    "likely_count" INTEGER NOT NULL DEFAULT 0,
    "unknown_count" INTEGER NOT NULL DEFAULT 0,
    "gate" INTEGER NOT NULL DEFAULT 0,
    "unwatched" TEXT NOT NULL DEFAULT '{"count":0,"files":[]}',
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0
);
INSERT INTO "new_connections" ("accepts_deletions", "actor_id", "actor_type", "beat_at", "byte_size", "created_at", "direction", "exact_count", "file_count", "id", "is_swept_only", "key", "kind", "likely_count", "location", "preset", "problem", "runner", "seeded_at", "state", "store_key", "swept_at", "unknown_count", "unwatched") SELECT "accepts_deletions", "actor_id", "actor_type", "beat_at", "byte_size", "created_at", "direction", "exact_count", "file_count", "id", "is_swept_only", "key", "kind", "likely_count", "location", "preset", "problem", "runner", "seeded_at", "state", "store_key", "swept_at", "unknown_count", "unwatched" FROM "connections";
DROP TABLE "connections";
ALTER TABLE "new_connections" RENAME TO "connections";
CREATE UNIQUE INDEX "connections_id_key" ON "connections"("id");
CREATE UNIQUE INDEX "connections_store_key_key" ON "connections"("store_key");
CREATE TABLE "new_observed_sessions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "outer_id" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "client_version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "first_prompt" TEXT NOT NULL DEFAULT '',
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL
);
INSERT INTO "new_observed_sessions" ("client", "client_version", "first_at", "id", "key", "last_at", "outer_id", "project") SELECT "client", "client_version", "first_at", "id", "key", "last_at", "outer_id", "project" FROM "observed_sessions";
DROP TABLE "observed_sessions";
ALTER TABLE "new_observed_sessions" RENAME TO "observed_sessions";
CREATE UNIQUE INDEX "observed_sessions_id_key" ON "observed_sessions"("id");
CREATE UNIQUE INDEX "observed_sessions_outer_id_key" ON "observed_sessions"("outer_id");
CREATE INDEX "observed_sessions_last_at_idx" ON "observed_sessions"("last_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "redacted_texts_store_key_idx" ON "redacted_texts"("store_key");
