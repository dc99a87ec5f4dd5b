-- CreateTable
CREATE TABLE "named_moments" (
    "store_key" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,

    PRIMARY KEY ("store_key", "sequence"),
    CONSTRAINT "named_moments_store_key_fkey" FOREIGN KEY ("store_key") REFERENCES "memory_stores" ("key") ON DELETE CASCADE ON UPDATE CASCADE
);
