-- CreateTable
CREATE TABLE "comments" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "version_sequence" BIGINT NOT NULL,
    "from_line" INTEGER NOT NULL,
    "to_line" INTEGER NOT NULL,
    "changeset_key" INTEGER,
    "disposition" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "asked_sequence" BIGINT NOT NULL,
    "answered_sequence" BIGINT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "comment_remarks" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "comment_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "edited_at" BIGINT,

    CONSTRAINT "comment_remarks_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "comments_id_key" ON "comments"("id");

-- CreateIndex
CREATE INDEX "comments_memory_key_key_idx" ON "comments"("memory_key", "key");

-- CreateIndex
CREATE INDEX "comments_changeset_key_status_idx" ON "comments"("changeset_key", "status");

-- CreateIndex
CREATE INDEX "comments_store_key_key_idx" ON "comments"("store_key", "key");

-- CreateIndex
CREATE INDEX "comments_store_key_disposition_status_key_idx" ON "comments"("store_key", "disposition", "status", "key");

-- CreateIndex
CREATE UNIQUE INDEX "comment_remarks_id_key" ON "comment_remarks"("id");

-- CreateIndex
CREATE INDEX "comment_remarks_comment_key_key_idx" ON "comment_remarks"("comment_key", "key");

-- CreateIndex
CREATE INDEX "comment_remarks_store_key_idx" ON "comment_remarks"("store_key");
