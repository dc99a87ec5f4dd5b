-- CreateTable
CREATE TABLE "observed_sessions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "outer_id" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "client_version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "attributions" (
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

    PRIMARY KEY ("store_key", "sequence")
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
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
    "unwatched" TEXT NOT NULL DEFAULT '{"count":0,"files":[]}',
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0
);
INSERT INTO "new_connections" ("accepts_deletions", "actor_id", "actor_type", "beat_at", "byte_size", "created_at", "direction", "file_count", "id", "is_swept_only", "key", "kind", "location", "preset", "problem", "runner", "seeded_at", "state", "store_key", "swept_at", "unwatched") SELECT "accepts_deletions", "actor_id", "actor_type", "beat_at", "byte_size", "created_at", "direction", "file_count", "id", "is_swept_only", "key", "kind", "location", "preset", "problem", "runner", "seeded_at", "state", "store_key", "swept_at", "unwatched" FROM "connections";
DROP TABLE "connections";
ALTER TABLE "new_connections" RENAME TO "connections";
CREATE UNIQUE INDEX "connections_id_key" ON "connections"("id");
CREATE UNIQUE INDEX "connections_store_key_key" ON "connections"("store_key");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE UNIQUE INDEX "observed_sessions_id_key" ON "observed_sessions"("id");

-- CreateIndex
CREATE UNIQUE INDEX "observed_sessions_outer_id_key" ON "observed_sessions"("outer_id");

-- CreateIndex
CREATE INDEX "observed_sessions_last_at_idx" ON "observed_sessions"("last_at");

-- CreateIndex
CREATE INDEX "attributions_session_id_idx" ON "attributions"("session_id");
