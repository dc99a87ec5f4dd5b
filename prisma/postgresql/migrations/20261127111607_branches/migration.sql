-- CreateTable
CREATE TABLE "branches" (
    "store_key" INTEGER NOT NULL,
    "origin_key" INTEGER,
    "origin_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "merged_sequence" BIGINT NOT NULL,
    "origin_sequence" BIGINT NOT NULL,
    "merged_at" BIGINT,
    "session_id" TEXT,
    "filling_until" BIGINT NOT NULL DEFAULT 0,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "branches_pkey" PRIMARY KEY ("store_key")
);

-- CreateTable
CREATE TABLE "merged_memories" (
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "origin_memory_key" INTEGER,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "merged_memories_pkey" PRIMARY KEY ("store_key","memory_key")
);

-- CreateIndex
CREATE INDEX "branches_origin_key_idx" ON "branches"("origin_key");

-- CreateIndex
CREATE INDEX "branches_session_id_idx" ON "branches"("session_id");
