-- CreateTable
CREATE TABLE "memory_tests" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "messages" TEXT NOT NULL,
    "checks" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "paths" TEXT,
    "nightly_minute" INTEGER,
    "is_gate" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "empty_revision" INTEGER,
    "passes_empty" INTEGER,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "memory_test_runs" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "test_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "started_for" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "not_run_for" TEXT,
    "passes_empty" INTEGER,
    "answers" INTEGER NOT NULL DEFAULT 0,
    "held" INTEGER NOT NULL DEFAULT 0,
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
    CONSTRAINT "memory_test_runs_test_key_fkey" FOREIGN KEY ("test_key") REFERENCES "memory_tests" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "memory_test_samples" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "run_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "is_empty" INTEGER NOT NULL,
    "held" INTEGER NOT NULL,
    "checks" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "reads" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "duration" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,
    CONSTRAINT "memory_test_samples_run_key_fkey" FOREIGN KEY ("run_key") REFERENCES "memory_test_runs" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "memory_tests_id_key" ON "memory_tests"("id");

-- CreateIndex
CREATE INDEX "memory_tests_store_key_key_idx" ON "memory_tests"("store_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "memory_test_runs_id_key" ON "memory_test_runs"("id");

-- CreateIndex
CREATE INDEX "memory_test_runs_test_key_key_idx" ON "memory_test_runs"("test_key", "key");

-- CreateIndex
CREATE INDEX "memory_test_runs_store_key_key_idx" ON "memory_test_runs"("store_key", "key");

-- CreateIndex
CREATE INDEX "memory_test_runs_status_idx" ON "memory_test_runs"("status");

-- CreateIndex
CREATE INDEX "memory_test_samples_run_key_key_idx" ON "memory_test_samples"("run_key", "key");

-- CreateIndex
CREATE INDEX "memory_test_samples_store_key_key_idx" ON "memory_test_samples"("store_key", "key");
