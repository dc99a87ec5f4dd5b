-- CreateTable
CREATE TABLE "digest_posts" (
    "id" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "starts_at" BIGINT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" BIGINT,
    "posted_at" BIGINT,
    "fault" TEXT,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL,

    CONSTRAINT "digest_posts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "digest_posts_starts_at_idx" ON "digest_posts"("starts_at");
