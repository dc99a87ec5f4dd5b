-- CreateTable
CREATE TABLE "memory_test_bisections" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "test_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "good" BIGINT NOT NULL,
    "bad" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "plan" TEXT,
    "result" TEXT,
    "max_requests" INTEGER NOT NULL,
    "max_tokens" BIGINT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "stop_asked_at" BIGINT,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "memory_test_bisections_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "memory_test_bisection_answers" (
    "bisection_key" INTEGER NOT NULL,
    "round" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "moment" INTEGER NOT NULL,
    "held" INTEGER NOT NULL,

    CONSTRAINT "memory_test_bisection_answers_pkey" PRIMARY KEY ("bisection_key","round","slot")
);

-- CreateIndex
CREATE UNIQUE INDEX "memory_test_bisections_id_key" ON "memory_test_bisections"("id");

-- CreateIndex
CREATE INDEX "memory_test_bisections_test_key_key_idx" ON "memory_test_bisections"("test_key", "key");

-- CreateIndex
CREATE INDEX "memory_test_bisections_store_key_key_idx" ON "memory_test_bisections"("store_key", "key");

-- CreateIndex
CREATE INDEX "memory_test_bisections_status_idx" ON "memory_test_bisections"("status");

-- AddForeignKey
ALTER TABLE "memory_test_bisections" ADD CONSTRAINT "memory_test_bisections_test_key_fkey" FOREIGN KEY ("test_key") REFERENCES "memory_tests"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memory_test_bisection_answers" ADD CONSTRAINT "memory_test_bisection_answers_bisection_key_fkey" FOREIGN KEY ("bisection_key") REFERENCES "memory_test_bisections"("key") ON DELETE CASCADE ON UPDATE CASCADE;
