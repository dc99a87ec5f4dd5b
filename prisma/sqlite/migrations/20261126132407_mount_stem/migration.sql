-- AlterTable
ALTER TABLE "memory_stores" ADD COLUMN "mount_stem" TEXT NOT NULL DEFAULT 'store';

-- As lib/text/mount-name.ts derives it, character by character. Besides the ASCII capitals, two
-- letters have an ASCII one in their lower case: the Kelvin sign and the dotted I.
WITH RECURSIVE read ("key", rest, stem) AS (
    SELECT "key", lower(replace(replace("name", char(8490), 'k'), char(304), 'i' || char(775))), ''
    FROM "memory_stores"
    UNION ALL
    SELECT "key", substr(rest, 2), stem || CASE
        WHEN substr(rest, 1, 1) GLOB '[a-z0-9]' THEN substr(rest, 1, 1)
        WHEN stem GLOB '*-' THEN ''
        ELSE '-' END
    FROM read WHERE rest <> ''
)
UPDATE "memory_stores" SET "mount_stem" = whole.stem
FROM (SELECT "key", stem FROM read WHERE rest = '' AND stem NOT IN ('', '-')) AS whole
WHERE whole."key" = "memory_stores"."key";

-- CreateIndex
CREATE INDEX "memory_stores_mount_stem_id_idx" ON "memory_stores"("mount_stem", "id");
