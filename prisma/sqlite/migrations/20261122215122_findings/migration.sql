-- CreateTable
CREATE TABLE "findings" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "severity" INTEGER NOT NULL,
    "found_sequence" BIGINT NOT NULL,
    "found_at" BIGINT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "from_line" INTEGER NOT NULL,
    "from_column" INTEGER NOT NULL,
    "to_line" INTEGER NOT NULL,
    "to_column" INTEGER NOT NULL,
    "other_line" INTEGER,
    "other_memory_key" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'open',
    "fixed_sequence" BIGINT,
    "reason" TEXT,
    "actor_type" TEXT,
    "actor_id" TEXT,
    "decided_at" BIGINT
);

-- CreateTable
CREATE TABLE "finding_exceptions" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "store_key" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "ends_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "store_scans" (
    "store_key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "followed_sequence" BIGINT NOT NULL,
    "rules_revision" INTEGER NOT NULL DEFAULT 0
);

-- CreateIndex
CREATE UNIQUE INDEX "findings_id_key" ON "findings"("id");

-- CreateIndex
CREATE INDEX "findings_memory_key_key_idx" ON "findings"("memory_key", "key");

-- CreateIndex
CREATE INDEX "findings_store_key_status_severity_key_idx" ON "findings"("store_key", "status", "severity", "key");

-- CreateIndex
CREATE UNIQUE INDEX "finding_exceptions_id_key" ON "finding_exceptions"("id");

-- CreateIndex
CREATE UNIQUE INDEX "finding_exceptions_store_key_rule_path_key" ON "finding_exceptions"("store_key", "rule", "path");

-- What was examined before has findings without rows: it is examined again.
UPDATE "changesets" SET "pending" = 1, "examined_sequence" = -1 WHERE "level" > 0 AND "examined_sequence" > 0;
