-- CreateTable
CREATE TABLE "experiments" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "columns" TEXT NOT NULL,
    "tests" TEXT NOT NULL,
    "samples" INTEGER NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "experiments_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "experiment_runs" (
    "key" SERIAL NOT NULL,
    "id" TEXT NOT NULL,
    "experiment_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "columns" TEXT NOT NULL,
    "tests" TEXT NOT NULL,
    "samples" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "max_requests" INTEGER NOT NULL,
    "max_tokens" BIGINT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "answers" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "stop_asked_at" BIGINT,
    "runner" TEXT,
    "beat_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "experiment_runs_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "experiment_samples" (
    "key" SERIAL NOT NULL,
    "run_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "column_index" INTEGER NOT NULL,
    "test_key" INTEGER NOT NULL,
    "slot" INTEGER NOT NULL,
    "held" INTEGER NOT NULL,
    "checks" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "duration" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "experiment_samples_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "experiments_id_key" ON "experiments"("id");

-- CreateIndex
CREATE INDEX "experiments_store_key_key_idx" ON "experiments"("store_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "experiment_runs_id_key" ON "experiment_runs"("id");

-- CreateIndex
CREATE INDEX "experiment_runs_experiment_key_key_idx" ON "experiment_runs"("experiment_key", "key");

-- CreateIndex
CREATE INDEX "experiment_runs_store_key_key_idx" ON "experiment_runs"("store_key", "key");

-- CreateIndex
CREATE INDEX "experiment_runs_status_idx" ON "experiment_runs"("status");

-- CreateIndex
CREATE INDEX "experiment_samples_test_key_idx" ON "experiment_samples"("test_key");

-- CreateIndex
CREATE INDEX "experiment_samples_store_key_key_idx" ON "experiment_samples"("store_key", "key");

-- CreateIndex
CREATE UNIQUE INDEX "experiment_samples_run_key_column_index_test_key_slot_key" ON "experiment_samples"("run_key", "column_index", "test_key", "slot");

-- AddForeignKey
ALTER TABLE "experiment_runs" ADD CONSTRAINT "experiment_runs_experiment_key_fkey" FOREIGN KEY ("experiment_key") REFERENCES "experiments"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "experiment_samples" ADD CONSTRAINT "experiment_samples_run_key_fkey" FOREIGN KEY ("run_key") REFERENCES "experiment_runs"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "experiment_samples" ADD CONSTRAINT "experiment_samples_test_key_fkey" FOREIGN KEY ("test_key") REFERENCES "memory_tests"("key") ON DELETE CASCADE ON UPDATE CASCADE;
