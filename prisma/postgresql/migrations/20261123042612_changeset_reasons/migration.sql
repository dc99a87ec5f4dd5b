-- CreateTable
CREATE TABLE "changeset_reasons" (
    "changeset_key" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "changeset_reasons_pkey" PRIMARY KEY ("changeset_key","reason")
);

-- CreateIndex
CREATE INDEX "changeset_reasons_reason_changeset_key_idx" ON "changeset_reasons"("reason", "changeset_key");

-- CreateIndex
CREATE INDEX "changesets_assignee_id_idx" ON "changesets"("assignee_id");

-- What was examined before
INSERT INTO "changeset_reasons" ("changeset_key", "reason")
SELECT c."key", j."key" FROM "changesets" c CROSS JOIN LATERAL json_each(c."reasons"::json) j;
