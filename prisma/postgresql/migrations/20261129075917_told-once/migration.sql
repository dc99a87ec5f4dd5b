-- CreateIndex
CREATE INDEX "HeldWrite_storeId_toldAt_idx" ON "HeldWrite"("storeId", "toldAt");
