-- CreateIndex
CREATE INDEX "policy_outcomes_store_key_action_key_idx" ON "policy_outcomes"("store_key", "action", "key");
