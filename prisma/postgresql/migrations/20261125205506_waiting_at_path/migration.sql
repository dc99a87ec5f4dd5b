-- CreateIndex
CREATE INDEX "proposals_store_key_state_path_idx" ON "proposals"("store_key", "state", "path");
