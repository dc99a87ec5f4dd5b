-- AlterTable
ALTER TABLE "memory_stores" ADD COLUMN     "policy_revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "policy_revisions" (
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "policy" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "policy_revisions_pkey" PRIMARY KEY ("store_key","revision")
);

-- CreateTable
CREATE TABLE "policy_outcomes" (
    "key" SERIAL NOT NULL,
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "rule_id" TEXT,
    "action" TEXT NOT NULL,
    "is_sampled" INTEGER NOT NULL DEFAULT 0,
    "version_sequence" BIGINT,
    "memory_key" INTEGER,
    "agent" TEXT NOT NULL,
    "decided_at" BIGINT NOT NULL,

    CONSTRAINT "policy_outcomes_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "policy_suspensions" (
    "key" SERIAL NOT NULL,
    "store_key" INTEGER NOT NULL,
    "rule_id" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "version_sequence" BIGINT NOT NULL,
    "suspended_at" BIGINT NOT NULL,
    "resumed_at" BIGINT,
    "resumed_by_type" TEXT,
    "resumed_by_id" TEXT,

    CONSTRAINT "policy_suspensions_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "policy_outcomes_store_key_rule_id_key_idx" ON "policy_outcomes"("store_key", "rule_id", "key");

-- CreateIndex
CREATE INDEX "policy_outcomes_store_key_version_sequence_idx" ON "policy_outcomes"("store_key", "version_sequence");

-- CreateIndex
CREATE INDEX "policy_suspensions_store_key_rule_id_agent_idx" ON "policy_suspensions"("store_key", "rule_id", "agent");

-- CreateIndex
CREATE INDEX "hunk_decisions_decided_at_idx" ON "hunk_decisions"("decided_at");
