-- RedefineTables
CREATE TABLE "new_memory_reads" (
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "hour" BIGINT NOT NULL,
    "read_count" INTEGER NOT NULL,
    "first_read_at" BIGINT NOT NULL,
    "last_read_at" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "of_one_version" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("memory_key", "last_sequence", "actor_id", "session_id", "hour")
) WITHOUT ROWID;
INSERT INTO "new_memory_reads" ("store_key", "memory_key", "actor_type", "actor_id", "session_id", "hour", "read_count", "first_read_at", "last_read_at", "last_sequence")
SELECT "store_key", "memory_key", "actor_type", "actor_id", "session_id", "hour", "read_count", "first_read_at", "last_read_at", "last_sequence" FROM "memory_reads";
DROP TABLE "memory_reads";
ALTER TABLE "new_memory_reads" RENAME TO "memory_reads";
CREATE INDEX "memory_reads_store_key_last_read_at_idx" ON "memory_reads"("store_key", "last_read_at");
