-- CreateTable
CREATE TABLE "store_compressions" (
    "store_key" INTEGER NOT NULL PRIMARY KEY,
    "compressed_sequence" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "store_compressions_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "store_compressions" ("store_key", "compressed_sequence")
SELECT "key", "compressed_sequence" FROM "memory_stores";

-- AlterTable
ALTER TABLE "memory_stores" DROP COLUMN "compressed_sequence";
