-- CreateTable
CREATE TABLE "review_events" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "store_key" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE INDEX "review_events_store_key_key_idx" ON "review_events"("store_key", "key");
