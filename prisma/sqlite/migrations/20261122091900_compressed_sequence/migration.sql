-- The column is called after what it counts to: the last change whose content is compressed and indexed.
ALTER TABLE "memory_stores" RENAME COLUMN "settled_sequence" TO "compressed_sequence";
