-- CreateTable
CREATE TABLE "merges" (
    "store_key" INTEGER NOT NULL,
    "batch_key" INTEGER NOT NULL,
    "branch_id" TEXT NOT NULL,
    "merged_before" BIGINT NOT NULL,
    "origin_before" BIGINT NOT NULL,
    "at_before" BIGINT,
    "merged_after" BIGINT NOT NULL,
    "origin_after" BIGINT NOT NULL,
    "at_after" BIGINT,

    CONSTRAINT "merges_pkey" PRIMARY KEY ("store_key","batch_key","branch_id")
);

-- CreateTable
CREATE TABLE "merge_steps" (
    "store_key" INTEGER NOT NULL,
    "batch_key" INTEGER NOT NULL,
    "branch_id" TEXT NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "version_sequence" BIGINT,
    "sequence_before" BIGINT,
    "origin_memory_before" INTEGER,
    "sequence_after" BIGINT,
    "origin_memory_after" INTEGER,

    CONSTRAINT "merge_steps_pkey" PRIMARY KEY ("store_key","batch_key","branch_id","memory_key")
);

-- CreateTable
CREATE TABLE "merged_writers" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "session_id" TEXT,

    CONSTRAINT "merged_writers_pkey" PRIMARY KEY ("store_key","sequence")
);
