-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN "expires_at" BIGINT;
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" BIGINT;
ALTER TABLE "api_keys" ADD COLUMN "previous_hash" TEXT;
ALTER TABLE "api_keys" ADD COLUMN "previous_until" BIGINT;

-- AlterTable
ALTER TABLE "memory_versions" ADD COLUMN "client" TEXT;

-- CreateTable
CREATE TABLE "mcp_clients" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "actor_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "first_called_at" BIGINT NOT NULL,
    "last_called_at" BIGINT NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_previous_hash_key" ON "api_keys"("previous_hash");
