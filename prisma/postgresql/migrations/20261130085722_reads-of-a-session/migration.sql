-- CreateIndex
CREATE INDEX "MemoryRead_sessionId_lastAt_idx" ON "MemoryRead"("sessionId", "lastAt");
