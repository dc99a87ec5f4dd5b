-- Written by the schema engine, then edited: paths and ids are ordered by their bytes, as on SQLite.

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "seeds" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "reference" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "seeds_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "seed_entries" (
    "seed_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "seed_entries_pkey" PRIMARY KEY ("seed_key","node_key")
);

-- CreateTable
CREATE TABLE "memory_stores" (
    "key" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "settings" TEXT NOT NULL DEFAULT '{}',
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "archived_at" BIGINT,
    "deleted_at" BIGINT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "last_changed_at" BIGINT NOT NULL DEFAULT 0,
    "settled_sequence" BIGINT NOT NULL DEFAULT 0,
    "memory_count" BIGINT NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,
    "version_count" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "memory_stores_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "memories" (
    "key" SERIAL NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "store_key" INTEGER NOT NULL,
    "path" TEXT COLLATE "C",
    "head_sequence" BIGINT NOT NULL,
    "head_version_id" TEXT NOT NULL,
    "sha256" TEXT,
    "size" INTEGER,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "version_count" INTEGER NOT NULL,

    CONSTRAINT "memories_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "memory_versions" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "node_key" INTEGER,
    "sha256" TEXT,
    "size" INTEGER,
    "created_at" BIGINT NOT NULL,
    "until_sequence" BIGINT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "session_id" TEXT,
    "tool_use_id" TEXT,
    "batch_key" INTEGER,
    "redacted_at" BIGINT,
    "redacted_by_type" TEXT,
    "redacted_by_id" TEXT,

    CONSTRAINT "memory_versions_pkey" PRIMARY KEY ("store_key","sequence")
);

-- CreateTable
CREATE TABLE "version_contents" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "encoding" INTEGER NOT NULL,
    "base_sequence" BIGINT,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "version_contents_pkey" PRIMARY KEY ("store_key","sequence")
);

-- CreateTable
CREATE TABLE "path_nodes" (
    "key" SERIAL NOT NULL,
    "store_key" INTEGER NOT NULL,
    "parent_key" INTEGER,
    "path" TEXT COLLATE "C" NOT NULL,
    "entry" TEXT COLLATE "C",
    "memory_key" INTEGER,
    "memory_count" BIGINT NOT NULL DEFAULT 0,
    "byte_size" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "path_nodes_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "directory_spans" (
    "node_key" INTEGER NOT NULL,
    "since_sequence" BIGINT NOT NULL,
    "until_sequence" BIGINT,

    CONSTRAINT "directory_spans_pkey" PRIMARY KEY ("node_key","since_sequence")
);

-- CreateTable
CREATE TABLE "store_events" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "version_sequence" BIGINT,
    "actor_type" TEXT,
    "actor_id" TEXT,

    CONSTRAINT "store_events_pkey" PRIMARY KEY ("store_key","sequence")
);

-- CreateTable
CREATE TABLE "batches" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT,
    "reference" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "batches_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "actors" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "actors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memory_reads" (
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

    CONSTRAINT "memory_reads_pkey" PRIMARY KEY ("memory_key","actor_id","session_id","hour")
);

-- CreateTable
CREATE TABLE "search_postings" (
    "store_key" INTEGER NOT NULL,
    "gram" INTEGER NOT NULL,
    "first_sequence" BIGINT NOT NULL,
    "last_sequence" BIGINT NOT NULL,
    "entry_count" INTEGER NOT NULL,
    "entries" BYTEA NOT NULL,

    CONSTRAINT "search_postings_pkey" PRIMARY KEY ("store_key","gram","first_sequence")
);

-- CreateTable
CREATE TABLE "jobs" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "phase" TEXT NOT NULL,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL DEFAULT 0,
    "result" TEXT,
    "error" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "beat_at" BIGINT NOT NULL,
    "stop_asked_at" BIGINT,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "store_ids" TEXT,
    "created_at" BIGINT NOT NULL,
    "revoked_at" BIGINT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "seeds_id_key" ON "seeds"("id");

-- CreateIndex
CREATE UNIQUE INDEX "seeds_store_key_source_key" ON "seeds"("store_key", "source");

-- CreateIndex
CREATE UNIQUE INDEX "memory_stores_id_key" ON "memory_stores"("id");

-- CreateIndex
CREATE UNIQUE INDEX "memories_id_key" ON "memories"("id");

-- CreateIndex
CREATE UNIQUE INDEX "memories_store_key_path_key" ON "memories"("store_key", "path");

-- CreateIndex
CREATE UNIQUE INDEX "memory_versions_id_key" ON "memory_versions"("id");

-- CreateIndex
CREATE INDEX "memory_versions_memory_key_sequence_idx" ON "memory_versions"("memory_key", "sequence");

-- CreateIndex
CREATE INDEX "memory_versions_node_key_sequence_idx" ON "memory_versions"("node_key", "sequence");

-- CreateIndex
CREATE INDEX "memory_versions_store_key_session_id_sequence_idx" ON "memory_versions"("store_key", "session_id", "sequence");

-- CreateIndex
CREATE INDEX "memory_versions_batch_key_idx" ON "memory_versions"("batch_key");

-- CreateIndex
CREATE INDEX "path_nodes_parent_key_entry_idx" ON "path_nodes"("parent_key", "entry");

-- CreateIndex
CREATE UNIQUE INDEX "path_nodes_store_key_path_key" ON "path_nodes"("store_key", "path");

-- CreateIndex
CREATE INDEX "store_events_store_key_created_at_idx" ON "store_events"("store_key", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "batches_id_key" ON "batches"("id");

-- CreateIndex
CREATE INDEX "batches_store_key_idx" ON "batches"("store_key");

-- CreateIndex
CREATE INDEX "memory_reads_store_key_last_read_at_idx" ON "memory_reads"("store_key", "last_read_at");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_id_key" ON "jobs"("id");

-- CreateIndex
CREATE INDEX "jobs_state_idx" ON "jobs"("state");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_secret_hash_key" ON "api_keys"("secret_hash");

-- AddForeignKey
ALTER TABLE "memories" ADD CONSTRAINT "memories_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_versions" ADD CONSTRAINT "memory_versions_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "path_nodes" ADD CONSTRAINT "path_nodes_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "store_events" ADD CONSTRAINT "store_events_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "batches" ADD CONSTRAINT "batches_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores"("key") ON DELETE CASCADE ON UPDATE CASCADE;
