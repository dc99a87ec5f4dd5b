-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "exact_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "likely_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unknown_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "observed_sessions" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "outer_id" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "client_version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "first_at" BIGINT NOT NULL,
    "last_at" BIGINT NOT NULL,

    CONSTRAINT "observed_sessions_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "attributions" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "confidence" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "tool_use_id" TEXT,
    "tool" TEXT,
    "model" TEXT,
    "called_at" BIGINT,
    "noted_at" BIGINT NOT NULL,

    CONSTRAINT "attributions_pkey" PRIMARY KEY ("store_key","sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "observed_sessions_id_key" ON "observed_sessions"("id");

-- CreateIndex
CREATE UNIQUE INDEX "observed_sessions_outer_id_key" ON "observed_sessions"("outer_id");

-- CreateIndex
CREATE INDEX "observed_sessions_last_at_idx" ON "observed_sessions"("last_at");

-- CreateIndex
CREATE INDEX "attributions_session_id_idx" ON "attributions"("session_id");
