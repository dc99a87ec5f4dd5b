-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_changeset_memories" (
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
    "reviewed_sequence" BIGINT NOT NULL DEFAULT 0,
    "kept_sequence" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("changeset_key", "memory_key")
);
INSERT INTO "new_changeset_memories" ("added_lines", "changeset_key", "hunk_count", "hunks", "kind", "level", "lost_lines", "memory_key", "open_hunks", "removed_lines", "reviewed_sequence", "through_sequence") SELECT "added_lines", "changeset_key", "hunk_count", "hunks", "kind", "level", "lost_lines", "memory_key", "open_hunks", "removed_lines", "reviewed_sequence", "through_sequence" FROM "changeset_memories";
DROP TABLE "changeset_memories";
ALTER TABLE "new_changeset_memories" RENAME TO "changeset_memories";
CREATE INDEX "changeset_memories_memory_key_idx" ON "changeset_memories"("memory_key");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
