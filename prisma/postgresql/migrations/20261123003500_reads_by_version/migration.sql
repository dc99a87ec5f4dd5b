-- AlterTable
ALTER TABLE "memory_reads" ADD COLUMN "of_one_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "memory_reads" DROP CONSTRAINT "memory_reads_pkey",
ADD CONSTRAINT "memory_reads_pkey" PRIMARY KEY ("memory_key", "last_sequence", "actor_id", "session_id", "hour");
