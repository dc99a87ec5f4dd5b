-- CreateTable
CREATE TABLE "sessions" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "title" TEXT,
    "settings" TEXT NOT NULL,
    "metadata" TEXT NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "stop_reason" TEXT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "usage" TEXT NOT NULL DEFAULT '{}',
    "draft" TEXT,
    "runner" TEXT,
    "beat_at" BIGINT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "archived_at" BIGINT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "session_stores" (
    "session_key" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "store_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "mount_name" TEXT NOT NULL,

    CONSTRAINT "session_stores_pkey" PRIMARY KEY ("session_key","position")
);

-- CreateTable
CREATE TABLE "session_events" (
    "session_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "session_events_pkey" PRIMARY KEY ("session_key","sequence")
);

-- CreateTable
CREATE TABLE "queued_messages" (
    "key" SERIAL NOT NULL,
    "session_key" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "queued_messages_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions"("id");

-- CreateIndex
CREATE INDEX "sessions_status_idx" ON "sessions"("status");

-- CreateIndex
CREATE INDEX "session_stores_store_id_idx" ON "session_stores"("store_id");

-- CreateIndex
CREATE UNIQUE INDEX "session_events_id_key" ON "session_events"("id");

-- CreateIndex
CREATE UNIQUE INDEX "queued_messages_id_key" ON "queued_messages"("id");

-- CreateIndex
CREATE INDEX "queued_messages_session_key_key_idx" ON "queued_messages"("session_key", "key");

-- AddForeignKey
ALTER TABLE "session_stores" ADD CONSTRAINT "session_stores_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "queued_messages" ADD CONSTRAINT "queued_messages_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions"("key") ON DELETE CASCADE ON UPDATE CASCADE;
