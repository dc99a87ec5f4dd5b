-- CreateTable
CREATE TABLE "blame_due" (
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "since_sequence" BIGINT NOT NULL,
    "claimed_until" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "blame_due_pkey" PRIMARY KEY ("store_key", "memory_key")
);

-- CreateTable
CREATE TABLE "blame_stretches" (
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "last_ordinal" INTEGER NOT NULL,
    "lines" BYTEA NOT NULL,
    "edits" BYTEA NOT NULL,
    "gone_hashes" BYTEA NOT NULL,

    CONSTRAINT "blame_stretches_pkey" PRIMARY KEY ("store_key", "memory_key", "first_sequence")
);

-- As lib/store/versions/keep-blame.ts counts: memories with a stretch of versions.
INSERT INTO "blame_due" ("store_key", "memory_key", "since_sequence")
SELECT "store_key", "key", "head_sequence" FROM "memories" WHERE "version_count" >= 64;
