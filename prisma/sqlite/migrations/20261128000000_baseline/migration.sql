-- CreateTable
CREATE TABLE "Store" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "metadata" JSONB NOT NULL,
    "limits" JSONB NOT NULL,
    "rules" JSONB NOT NULL,
    "lastSequence" INTEGER NOT NULL DEFAULT 0,
    "memoryCount" INTEGER NOT NULL DEFAULT 0,
    "byteSize" INTEGER NOT NULL DEFAULT 0,
    "copiedFromId" TEXT,
    "copiedFromSequence" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "archivedAt" DATETIME,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Memory" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "path" TEXT,
    "folder" TEXT,
    "versionId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "sha256" TEXT,
    "size" INTEGER,
    "reviewedSequence" INTEGER,
    "toReview" INTEGER,
    "toReviewAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "content" TEXT,
    CONSTRAINT "Memory_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Version" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "untilSequence" INTEGER,
    "memoryId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "path" TEXT,
    "sha256" TEXT,
    "size" INTEGER,
    "createdAt" DATETIME NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "side" TEXT NOT NULL DEFAULT 'person',
    "sessionId" TEXT,
    "toolUseId" TEXT,
    "client" TEXT,
    "attribution" JSONB,
    "batchId" TEXT,
    "redactedAt" DATETIME,
    "redactedByType" TEXT,
    "redactedById" TEXT,
    "rewrittenAt" DATETIME,
    "content" TEXT,
    CONSTRAINT "Version_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Version_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Version_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subjectId" TEXT,
    "text" TEXT,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("storeId", "sequence"),
    CONSTRAINT "Event_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Batch" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT,
    "reference" TEXT,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Batch_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "MemoryRead" (
    "storeId" TEXT NOT NULL,
    "memoryId" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "day" DATETIME NOT NULL,
    "count" INTEGER NOT NULL,
    "lastAt" DATETIME NOT NULL,

    PRIMARY KEY ("versionId", "actorId", "sessionId", "day"),
    CONSTRAINT "MemoryRead_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Redaction" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "storeId" TEXT,
    "mark" TEXT,
    "length" INTEGER,
    "sum" BIGINT,
    "mac" TEXT,
    "keyId" TEXT,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Actor" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "keyId" TEXT,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "calls" INTEGER NOT NULL DEFAULT 0,
    "firstAt" DATETIME NOT NULL,
    "lastAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "previousHash" TEXT,
    "previousUntil" DATETIME,
    "access" TEXT NOT NULL,
    "isAgent" BOOLEAN NOT NULL DEFAULT true,
    "madeBy" TEXT NOT NULL,
    "storeIds" JSONB,
    "createdAt" DATETIME NOT NULL,
    "lastUsedAt" DATETIME,
    "expiresAt" DATETIME,
    "revokedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "until" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Cursor" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "phase" TEXT NOT NULL DEFAULT '',
    "storeId" TEXT,
    "sessionId" TEXT,
    "input" JSONB NOT NULL,
    "result" JSONB,
    "error" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "usage" JSONB NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    "stopAskedAt" DATETIME
);

-- CreateTable
CREATE TABLE "Sample" (
    "jobId" TEXT NOT NULL,
    "cell" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "held" BOOLEAN,
    "answer" JSONB NOT NULL,
    "usage" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("jobId", "cell", "number"),
    CONSTRAINT "Sample_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "MemoryTest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "question" JSONB NOT NULL,
    "isAutomatic" BOOLEAN NOT NULL DEFAULT false,
    "passesEmpty" BOOLEAN,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "MemoryTest_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Seed" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "reference" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Seed_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SeedEntry" (
    "seedId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "versionId" TEXT,

    PRIMARY KEY ("seedId", "path"),
    CONSTRAINT "SeedEntry_seedId_fkey" FOREIGN KEY ("seedId") REFERENCES "Seed" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Connection" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "include" JSONB,
    "rootMark" TEXT NOT NULL DEFAULT '',
    "isTwoWay" BOOLEAN NOT NULL DEFAULT false,
    "hasGate" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'ok',
    "acceptsDeletions" BOOLEAN NOT NULL DEFAULT false,
    "passedAt" DATETIME,
    "seenSequence" INTEGER NOT NULL DEFAULT 0,
    "report" JSONB NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Connection_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConnectionEntry" (
    "connectionId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT,
    "sha256" TEXT NOT NULL,
    "versionId" TEXT,
    "stamp" TEXT NOT NULL DEFAULT '',
    "goneAt" DATETIME,
    "problem" TEXT,

    PRIMARY KEY ("connectionId", "path"),
    CONSTRAINT "ConnectionEntry_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ObservedSession" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "outerId" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "firstPrompt" TEXT NOT NULL DEFAULT '',
    "firstAt" DATETIME NOT NULL,
    "lastAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "HeardWrite" (
    "key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "path" TEXT NOT NULL,
    "sha256" TEXT,
    "sessionId" TEXT NOT NULL,
    "toolUseId" TEXT,
    "facts" JSONB NOT NULL,
    "at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT,
    "settings" JSONB NOT NULL,
    "metadata" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "stopReason" JSONB,
    "queue" JSONB NOT NULL,
    "lastSequence" INTEGER NOT NULL DEFAULT 0,
    "usage" JSONB NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "archivedAt" DATETIME
);

-- CreateTable
CREATE TABLE "SessionStore" (
    "sessionId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "storeId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "instructions" TEXT NOT NULL,
    "mountName" TEXT NOT NULL,
    "isReadOnly" BOOLEAN NOT NULL,

    PRIMARY KEY ("sessionId", "position"),
    CONSTRAINT "SessionStore_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SessionEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sessionId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "SessionEvent_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Review" (
    "batchId" TEXT NOT NULL,
    "memoryId" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "fromSequence" INTEGER,
    "lastSequence" INTEGER NOT NULL,
    "throughSequence" INTEGER NOT NULL,
    "isUnread" BOOLEAN NOT NULL DEFAULT false,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "endedAt" DATETIME,

    PRIMARY KEY ("batchId", "memoryId"),
    CONSTRAINT "Review_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "HeldWrite" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "sessionId" TEXT,
    "toolUseId" TEXT,
    "path" TEXT NOT NULL,
    "steps" JSONB NOT NULL,
    "reason" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "message" TEXT,
    "isEdited" BOOLEAN NOT NULL DEFAULT false,
    "batchId" TEXT,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "client" TEXT,
    "createdAt" DATETIME NOT NULL,
    "lapsesAt" DATETIME,
    "decidedAt" DATETIME,
    "decidedByType" TEXT,
    "decidedById" TEXT,
    "toldAt" DATETIME,
    CONSTRAINT "HeldWrite_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DismissedFlag" (
    "memoryId" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("memoryId", "rule"),
    CONSTRAINT "DismissedFlag_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AgentRequest" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storeId" TEXT NOT NULL,
    "memoryId" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "fromLine" INTEGER NOT NULL,
    "toLine" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "closedAt" DATETIME,
    CONSTRAINT "AgentRequest_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Store_createdAt_id_idx" ON "Store"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Memory_storeId_folder_size_idx" ON "Memory"("storeId", "folder", "size");

-- CreateIndex
CREATE INDEX "Memory_toReviewAt_idx" ON "Memory"("toReviewAt");

-- CreateIndex
CREATE UNIQUE INDEX "Memory_storeId_path_key" ON "Memory"("storeId", "path");

-- CreateIndex
CREATE INDEX "Version_createdAt_idx" ON "Version"("createdAt");

-- CreateIndex
CREATE INDEX "Version_storeId_createdAt_idx" ON "Version"("storeId", "createdAt");

-- CreateIndex
CREATE INDEX "Version_storeId_untilSequence_idx" ON "Version"("storeId", "untilSequence");

-- CreateIndex
CREATE INDEX "Version_storeId_path_sequence_idx" ON "Version"("storeId", "path", "sequence");

-- CreateIndex
CREATE INDEX "Version_memoryId_sequence_idx" ON "Version"("memoryId", "sequence");

-- CreateIndex
CREATE INDEX "Version_sessionId_sequence_idx" ON "Version"("sessionId", "sequence");

-- CreateIndex
CREATE INDEX "Version_batchId_idx" ON "Version"("batchId");

-- CreateIndex
CREATE UNIQUE INDEX "Version_storeId_sequence_key" ON "Version"("storeId", "sequence");

-- CreateIndex
CREATE INDEX "Event_createdAt_idx" ON "Event"("createdAt");

-- CreateIndex
CREATE INDEX "Event_storeId_createdAt_idx" ON "Event"("storeId", "createdAt");

-- CreateIndex
CREATE INDEX "Batch_storeId_createdAt_idx" ON "Batch"("storeId", "createdAt");

-- CreateIndex
CREATE INDEX "MemoryRead_memoryId_lastAt_idx" ON "MemoryRead"("memoryId", "lastAt");

-- CreateIndex
CREATE INDEX "MemoryRead_storeId_lastAt_idx" ON "MemoryRead"("storeId", "lastAt");

-- CreateIndex
CREATE UNIQUE INDEX "Redaction_mark_key" ON "Redaction"("mark");

-- CreateIndex
CREATE INDEX "Redaction_storeId_length_idx" ON "Redaction"("storeId", "length");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_previousHash_key" ON "ApiKey"("previousHash");

-- CreateIndex
CREATE INDEX "Job_state_idx" ON "Job"("state");

-- CreateIndex
CREATE INDEX "Job_storeId_kind_createdAt_idx" ON "Job"("storeId", "kind", "createdAt");

-- CreateIndex
CREATE INDEX "Job_sessionId_idx" ON "Job"("sessionId");

-- CreateIndex
CREATE UNIQUE INDEX "MemoryTest_storeId_name_key" ON "MemoryTest"("storeId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Seed_storeId_source_key" ON "Seed"("storeId", "source");

-- CreateIndex
CREATE UNIQUE INDEX "Connection_storeId_key" ON "Connection"("storeId");

-- CreateIndex
CREATE UNIQUE INDEX "ObservedSession_outerId_key" ON "ObservedSession"("outerId");

-- CreateIndex
CREATE INDEX "ObservedSession_lastAt_idx" ON "ObservedSession"("lastAt");

-- CreateIndex
CREATE INDEX "HeardWrite_path_sha256_idx" ON "HeardWrite"("path", "sha256");

-- CreateIndex
CREATE INDEX "HeardWrite_at_idx" ON "HeardWrite"("at");

-- CreateIndex
CREATE UNIQUE INDEX "HeardWrite_toolUseId_path_key" ON "HeardWrite"("toolUseId", "path");

-- CreateIndex
CREATE INDEX "Session_status_idx" ON "Session"("status");

-- CreateIndex
CREATE INDEX "Session_createdAt_id_idx" ON "Session"("createdAt", "id");

-- CreateIndex
CREATE INDEX "SessionStore_storeId_idx" ON "SessionStore"("storeId");

-- CreateIndex
CREATE UNIQUE INDEX "SessionEvent_sessionId_sequence_key" ON "SessionEvent"("sessionId", "sequence");

-- CreateIndex
CREATE INDEX "Review_memoryId_createdAt_idx" ON "Review"("memoryId", "createdAt");

-- CreateIndex
CREATE INDEX "Review_storeId_createdAt_idx" ON "Review"("storeId", "createdAt");

-- CreateIndex
CREATE INDEX "HeldWrite_state_lapsesAt_idx" ON "HeldWrite"("state", "lapsesAt");

-- CreateIndex
CREATE INDEX "HeldWrite_storeId_state_idx" ON "HeldWrite"("storeId", "state");

-- CreateIndex
CREATE INDEX "HeldWrite_sessionId_toolUseId_idx" ON "HeldWrite"("sessionId", "toolUseId");

-- CreateIndex
CREATE INDEX "AgentRequest_storeId_closedAt_idx" ON "AgentRequest"("storeId", "closedAt");

-- CreateIndex
CREATE INDEX "AgentRequest_memoryId_idx" ON "AgentRequest"("memoryId");
