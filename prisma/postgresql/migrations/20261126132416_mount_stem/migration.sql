-- AlterTable
ALTER TABLE "memory_stores" ADD COLUMN     "mount_stem" TEXT NOT NULL DEFAULT 'store';

-- As lib/text/mount-name.ts derives it. Besides the ASCII capitals, two letters have an ASCII one in
-- their lower case: the Kelvin sign and the dotted I. What `lower` does depends on the locale.
UPDATE "memory_stores" SET "mount_stem" = made.stem
FROM (
    SELECT "key", regexp_replace(
        translate(
            replace("name", chr(304), 'i' || chr(775)),
            'ABCDEFGHIJKLMNOPQRSTUVWXYZ' || chr(8490), 'abcdefghijklmnopqrstuvwxyzk'
        ), '[^abcdefghijklmnopqrstuvwxyz0123456789]+', '-', 'g'
    ) AS stem FROM "memory_stores"
) AS made
WHERE made."key" = "memory_stores"."key" AND made.stem NOT IN ('', '-');

-- CreateIndex
CREATE INDEX "memory_stores_mount_stem_id_idx" ON "memory_stores"("mount_stem", "id");
