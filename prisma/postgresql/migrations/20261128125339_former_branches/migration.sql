-- CreateTable
CREATE TABLE "former_branches" (
    "store_id" TEXT NOT NULL,
    "origin_id" TEXT NOT NULL,

    CONSTRAINT "former_branches_pkey" PRIMARY KEY ("store_id")
);

-- CreateIndex
CREATE INDEX "former_branches_origin_id_idx" ON "former_branches"("origin_id");
