-- AlterTable
ALTER TABLE "attributions" ADD COLUMN     "is_late" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "prompt" TEXT,
ADD COLUMN     "said" TEXT;

-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "gate" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "observed_sessions" ADD COLUMN     "first_prompt" TEXT NOT NULL DEFAULT '';

-- CreateTable
CREATE TABLE "heard_calls" (
    "key" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "tool_use_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "file_hash" TEXT,
    "sha256" TEXT,
    "outer_id" TEXT NOT NULL,
    "project" TEXT NOT NULL,
    "from_at" BIGINT NOT NULL,
    "at" BIGINT NOT NULL,

    CONSTRAINT "heard_calls_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "transcript_offsets" (
    "file_hash" TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    "read_at" BIGINT NOT NULL,

    CONSTRAINT "transcript_offsets_pkey" PRIMARY KEY ("file_hash")
);

-- CreateTable
CREATE TABLE "redacted_texts" (
    "key" SERIAL NOT NULL,
    "store_key" INTEGER NOT NULL,
    "length" INTEGER NOT NULL,
    "sum" BIGINT NOT NULL,
    "mac" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "redacted_texts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "redacted_texts_store_key_idx" ON "redacted_texts"("store_key");
