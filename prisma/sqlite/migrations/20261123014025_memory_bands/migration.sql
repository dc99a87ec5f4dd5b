-- CreateTable
CREATE TABLE "memory_bands" (
    "store_key" INTEGER NOT NULL,
    "band" INTEGER NOT NULL,
    "memory_key" INTEGER NOT NULL,

    PRIMARY KEY ("store_key", "band", "memory_key")
) WITHOUT ROWID;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_store_scans" (
    "store_key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "followed_sequence" BIGINT NOT NULL,
    "rules_revision" INTEGER NOT NULL DEFAULT 0,
    "signed_sequence" BIGINT NOT NULL DEFAULT 0
);
INSERT INTO "new_store_scans" ("followed_sequence", "rules_revision", "store_key") SELECT "followed_sequence", "rules_revision", "store_key" FROM "store_scans";
DROP TABLE "store_scans";
ALTER TABLE "new_store_scans" RENAME TO "store_scans";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "memory_bands_memory_key_idx" ON "memory_bands"("memory_key");
