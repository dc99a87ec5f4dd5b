-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_sessions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "title" TEXT,
    "settings" TEXT NOT NULL,
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "stop_reason" TEXT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "usage" TEXT NOT NULL DEFAULT '{}',
    "context" TEXT NOT NULL DEFAULT '{}',
    "view_from" BIGINT NOT NULL DEFAULT 0,
    "draft" TEXT,
    "runner" TEXT,
    "beat_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "archived_at" BIGINT
);
INSERT INTO "new_sessions" ("archived_at", "beat_at", "created_at", "draft", "id", "key", "last_sequence", "metadata", "revision", "runner", "settings", "status", "stop_reason", "title", "updated_at", "usage") SELECT "archived_at", "beat_at", "created_at", "draft", "id", "key", "last_sequence", "metadata", "revision", "runner", "settings", "status", "stop_reason", "title", "updated_at", "usage" FROM "sessions";
DROP TABLE "sessions";
ALTER TABLE "new_sessions" RENAME TO "sessions";
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");
CREATE INDEX "sessions_status_idx" ON "sessions"("status");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
