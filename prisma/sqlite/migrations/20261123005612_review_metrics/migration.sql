-- AlterTable
ALTER TABLE "hunk_decisions" ADD COLUMN "changed_at" BIGINT;

-- CreateTable
CREATE TABLE "review_attention" (
    "changeset_key" INTEGER NOT NULL,
    "actor_id" TEXT NOT NULL,
    "day" BIGINT NOT NULL,
    "visible_ms" BIGINT NOT NULL,

    PRIMARY KEY ("changeset_key", "actor_id", "day")
);

-- CreateIndex
CREATE INDEX "review_attention_day_idx" ON "review_attention"("day");

-- CreateIndex
CREATE INDEX "policy_outcomes_action_decided_at_idx" ON "policy_outcomes"("action", "decided_at");
