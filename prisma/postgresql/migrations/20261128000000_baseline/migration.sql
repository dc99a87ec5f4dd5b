-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "ActorType" AS ENUM ('session', 'api_key', 'user', 'service_account');

-- CreateEnum
CREATE TYPE "Operation" AS ENUM ('created', 'modified', 'deleted');

-- CreateEnum
CREATE TYPE "HeldState" AS ENUM ('waiting', 'allowed', 'denied', 'lapsed', 'withdrawn');

-- CreateEnum
CREATE TYPE "Side" AS ENUM ('person', 'agent', 'passed');

-- CreateTable
CREATE TABLE "Store" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "metadata" JSON NOT NULL,
    "limits" JSON NOT NULL,
    "rules" JSON NOT NULL,
    "lastSequence" INTEGER NOT NULL DEFAULT 0,
    "memoryCount" INTEGER NOT NULL DEFAULT 0,
    "byteSize" INTEGER NOT NULL DEFAULT 0,
    "copiedFromId" TEXT,
    "copiedFromSequence" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "archivedAt" TIMESTAMP(3),
    "deletedAt" TIMESTAMP(3),

    CONSTRAINT "Store_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Memory" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "path" TEXT COLLATE "C",
    "folder" TEXT COLLATE "C",
    "versionId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "sha256" TEXT,
    "size" INTEGER,
    "reviewedSequence" INTEGER,
    "toReview" INTEGER,
    "toReviewAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "content" TEXT,

    CONSTRAINT "Memory_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Version" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "untilSequence" INTEGER,
    "memoryId" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "operation" "Operation" NOT NULL,
    "path" TEXT COLLATE "C",
    "sha256" TEXT,
    "size" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "side" "Side" NOT NULL DEFAULT 'person',
    "sessionId" TEXT,
    "toolUseId" TEXT,
    "client" TEXT,
    "attribution" JSON,
    "batchId" TEXT,
    "redactedAt" TIMESTAMP(3),
    "redactedByType" "ActorType",
    "redactedById" TEXT,
    "rewrittenAt" TIMESTAMP(3),
    "content" TEXT,

    CONSTRAINT "Version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Event" (
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "subjectId" TEXT,
    "text" TEXT,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("storeId","sequence")
);

-- CreateTable
CREATE TABLE "Batch" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT,
    "reference" TEXT,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MemoryRead" (
    "storeId" TEXT NOT NULL,
    "memoryId" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "day" TIMESTAMP(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MemoryRead_pkey" PRIMARY KEY ("versionId","actorId","sessionId","day")
);

-- CreateTable
CREATE TABLE "Redaction" (
    "key" SERIAL NOT NULL,
    "storeId" TEXT,
    "mark" TEXT,
    "length" INTEGER,
    "sum" BIGINT,
    "mac" TEXT,
    "keyId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Redaction_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Actor" (
    "id" TEXT NOT NULL,
    "keyId" TEXT,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "calls" INTEGER NOT NULL DEFAULT 0,
    "firstAt" TIMESTAMP(3) NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Actor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "previousHash" TEXT,
    "previousUntil" TIMESTAMP(3),
    "access" TEXT NOT NULL,
    "isAgent" BOOLEAN NOT NULL DEFAULT true,
    "madeBy" TEXT NOT NULL,
    "storeIds" JSON,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3),
    "expiresAt" TIMESTAMP(3),
    "revokedAt" TIMESTAMP(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "until" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Cursor" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Cursor_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "phase" TEXT NOT NULL DEFAULT '',
    "storeId" TEXT,
    "sessionId" TEXT,
    "input" JSON NOT NULL,
    "result" JSON,
    "error" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "usage" JSON NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),
    "stopAskedAt" TIMESTAMP(3),

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Sample" (
    "jobId" TEXT NOT NULL,
    "cell" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "held" BOOLEAN,
    "answer" JSON NOT NULL,
    "usage" JSON NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Sample_pkey" PRIMARY KEY ("jobId","cell","number")
);

-- CreateTable
CREATE TABLE "MemoryTest" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "question" JSON NOT NULL,
    "isAutomatic" BOOLEAN NOT NULL DEFAULT false,
    "passesEmpty" BOOLEAN,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "MemoryTest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Seed" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "reference" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Seed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SeedEntry" (
    "seedId" TEXT NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT NOT NULL,
    "versionId" TEXT,

    CONSTRAINT "SeedEntry_pkey" PRIMARY KEY ("seedId","path")
);

-- CreateTable
CREATE TABLE "Connection" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "include" JSON,
    "rootMark" TEXT NOT NULL DEFAULT '',
    "isTwoWay" BOOLEAN NOT NULL DEFAULT false,
    "hasGate" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'ok',
    "acceptsDeletions" BOOLEAN NOT NULL DEFAULT false,
    "passedAt" TIMESTAMP(3),
    "seenSequence" INTEGER NOT NULL DEFAULT 0,
    "report" JSON NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConnectionEntry" (
    "connectionId" TEXT NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "sha256" TEXT NOT NULL,
    "versionId" TEXT,
    "stamp" TEXT NOT NULL DEFAULT '',
    "goneAt" TIMESTAMP(3),
    "problem" TEXT,

    CONSTRAINT "ConnectionEntry_pkey" PRIMARY KEY ("connectionId","path")
);

-- CreateTable
CREATE TABLE "ObservedSession" (
    "id" TEXT NOT NULL,
    "outerId" TEXT NOT NULL,
    "client" TEXT NOT NULL,
    "version" TEXT NOT NULL DEFAULT '',
    "project" TEXT NOT NULL DEFAULT '',
    "firstPrompt" TEXT NOT NULL DEFAULT '',
    "firstAt" TIMESTAMP(3) NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ObservedSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HeardWrite" (
    "key" SERIAL NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "sha256" TEXT,
    "sessionId" TEXT NOT NULL,
    "toolUseId" TEXT,
    "facts" JSON NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "HeardWrite_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "title" TEXT,
    "settings" JSON NOT NULL,
    "metadata" JSON NOT NULL,
    "status" TEXT NOT NULL,
    "stopReason" JSON,
    "queue" JSON NOT NULL,
    "lastSequence" INTEGER NOT NULL DEFAULT 0,
    "usage" JSON NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "archivedAt" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "SessionStore_pkey" PRIMARY KEY ("sessionId","position")
);

-- CreateTable
CREATE TABLE "SessionEvent" (
    "id" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "body" JSON NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SessionEvent_pkey" PRIMARY KEY ("id")
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
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Review_pkey" PRIMARY KEY ("batchId","memoryId")
);

-- CreateTable
CREATE TABLE "HeldWrite" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "sessionId" TEXT,
    "toolUseId" TEXT,
    "path" TEXT COLLATE "C" NOT NULL,
    "steps" JSON NOT NULL,
    "reason" JSON NOT NULL,
    "state" "HeldState" NOT NULL DEFAULT 'waiting',
    "message" TEXT,
    "isEdited" BOOLEAN NOT NULL DEFAULT false,
    "batchId" TEXT,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "client" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lapsesAt" TIMESTAMP(3),
    "decidedAt" TIMESTAMP(3),
    "decidedByType" "ActorType",
    "decidedById" TEXT,
    "toldAt" TIMESTAMP(3),

    CONSTRAINT "HeldWrite_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DismissedFlag" (
    "memoryId" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "DismissedFlag_pkey" PRIMARY KEY ("memoryId","rule")
);

-- CreateTable
CREATE TABLE "AgentRequest" (
    "id" TEXT NOT NULL,
    "storeId" TEXT NOT NULL,
    "memoryId" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "fromLine" INTEGER NOT NULL,
    "toLine" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "actorType" "ActorType" NOT NULL,
    "actorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "closedAt" TIMESTAMP(3),

    CONSTRAINT "AgentRequest_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "Memory" ADD CONSTRAINT "Memory_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Version" ADD CONSTRAINT "Version_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Version" ADD CONSTRAINT "Version_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Version" ADD CONSTRAINT "Version_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryRead" ADD CONSTRAINT "MemoryRead_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sample" ADD CONSTRAINT "Sample_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryTest" ADD CONSTRAINT "MemoryTest_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seed" ADD CONSTRAINT "Seed_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SeedEntry" ADD CONSTRAINT "SeedEntry_seedId_fkey" FOREIGN KEY ("seedId") REFERENCES "Seed"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Connection" ADD CONSTRAINT "Connection_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConnectionEntry" ADD CONSTRAINT "ConnectionEntry_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "Connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionStore" ADD CONSTRAINT "SessionStore_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionEvent" ADD CONSTRAINT "SessionEvent_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldWrite" ADD CONSTRAINT "HeldWrite_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DismissedFlag" ADD CONSTRAINT "DismissedFlag_memoryId_fkey" FOREIGN KEY ("memoryId") REFERENCES "Memory"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentRequest" ADD CONSTRAINT "AgentRequest_storeId_fkey" FOREIGN KEY ("storeId") REFERENCES "Store"("id") ON DELETE CASCADE ON UPDATE CASCADE;
