-- AlterTable
ALTER TABLE "memory_stores" ADD COLUMN     "carried_out_by" INTEGER;

-- CreateTable
CREATE TABLE "connections" (
    "key" SERIAL NOT NULL,
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
    "unwatched" TEXT NOT NULL DEFAULT '{"count":0,"files":[]}',
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "connection_entries" (
    "connection_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "modified_at" BIGINT NOT NULL,
    "changed_at" BIGINT NOT NULL,
    "file_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "connection_entries_pkey" PRIMARY KEY ("connection_key","node_key")
);

-- CreateTable
CREATE TABLE "outbox" (
    "key" SERIAL NOT NULL,
    "connection_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "node_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "problem" TEXT,
    "token" TEXT,
    "base_sha256" TEXT,
    "wanted_sha256" TEXT,
    "created_at" BIGINT NOT NULL,
    "settles_at" BIGINT,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "connections_id_key" ON "connections"("id");

-- CreateIndex
CREATE UNIQUE INDEX "connections_store_key_key" ON "connections"("store_key");

-- CreateIndex
CREATE INDEX "connection_entries_store_key_idx" ON "connection_entries"("store_key");

-- CreateIndex
CREATE INDEX "outbox_connection_key_state_key_idx" ON "outbox"("connection_key", "state", "key");

-- CreateIndex
CREATE INDEX "outbox_node_key_idx" ON "outbox"("node_key");

-- CreateIndex
CREATE INDEX "outbox_store_key_idx" ON "outbox"("store_key");
