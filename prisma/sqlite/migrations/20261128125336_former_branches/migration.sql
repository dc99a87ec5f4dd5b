-- CreateTable
CREATE TABLE "former_branches" (
    "store_id" TEXT NOT NULL PRIMARY KEY,
    "origin_id" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "former_branches_origin_id_idx" ON "former_branches"("origin_id");
