-- CreateTable
CREATE TABLE "review_events" (
    "key" SERIAL NOT NULL,
    "store_key" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "review_events_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "review_events_store_key_key_idx" ON "review_events"("store_key", "key");
