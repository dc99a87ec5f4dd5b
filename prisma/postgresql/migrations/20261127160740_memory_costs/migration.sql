-- CreateTable
CREATE TABLE "memory_costs" (
    "store_key" INTEGER NOT NULL,
    "hour" BIGINT NOT NULL,
    "session_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "fresh_tokens" BIGINT NOT NULL,
    "again_tokens" BIGINT NOT NULL,
    "start_tokens" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "starts" INTEGER NOT NULL,

    CONSTRAINT "memory_costs_pkey" PRIMARY KEY ("store_key","hour","session_key","memory_key")
);

-- CreateIndex
CREATE INDEX "memory_costs_session_key_idx" ON "memory_costs"("session_key");

-- AddForeignKey
ALTER TABLE "memory_costs" ADD CONSTRAINT "memory_costs_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions"("key") ON DELETE CASCADE ON UPDATE CASCADE;
