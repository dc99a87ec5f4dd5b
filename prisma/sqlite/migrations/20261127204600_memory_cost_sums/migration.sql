-- Costs are counted by the quarter of a day, and their sums are kept.
ALTER TABLE "memory_costs" RENAME TO "hourly_costs";

-- CreateTable
CREATE TABLE "memory_costs" (
    "session_key" INTEGER NOT NULL,
    "store_key" INTEGER NOT NULL,
    "quarter_day" BIGINT NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "fresh_tokens" BIGINT NOT NULL,
    "again_tokens" BIGINT NOT NULL,
    "start_tokens" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "starts" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,

    PRIMARY KEY ("session_key", "store_key", "quarter_day", "memory_key"),
    CONSTRAINT "memory_costs_session_key_fkey" FOREIGN KEY ("session_key") REFERENCES "sessions" ("key") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

INSERT INTO "memory_costs" ("session_key", "store_key", "quarter_day", "memory_key", "fresh_tokens",
    "again_tokens", "start_tokens", "requests", "turns", "starts", "sessions")
SELECT c."session_key", c."store_key", c."quarter_day", c."memory_key", c."fresh_tokens",
    c."again_tokens", c."start_tokens", c."requests", c."turns", c."starts",
    CASE WHEN c."quarter_day" = max(c."quarter_day") OVER (
        PARTITION BY c."session_key", c."store_key", c."memory_key") THEN 1 ELSE 0 END
FROM (
    SELECT h."session_key", h."store_key", h."hour" - h."hour" % 21600000 AS "quarter_day",
        h."memory_key", sum(h."fresh_tokens") AS "fresh_tokens",
        sum(h."again_tokens") AS "again_tokens", sum(h."start_tokens") AS "start_tokens",
        sum(h."requests") AS "requests", sum(h."turns") AS "turns", sum(h."starts") AS "starts"
    FROM "hourly_costs" h GROUP BY 1, 2, 3, 4) c;

DROP TABLE "hourly_costs";

-- CreateIndex
CREATE INDEX "memory_costs_session_key_sessions_idx" ON "memory_costs"("session_key", "sessions");

-- CreateIndex
CREATE INDEX "memory_costs_store_key_idx" ON "memory_costs"("store_key");

-- CreateTable
CREATE TABLE "memory_cost_sums" (
    "store_key" INTEGER NOT NULL,
    "quarter_day" BIGINT NOT NULL,
    "memory_key" INTEGER NOT NULL,
    "fresh_tokens" BIGINT NOT NULL,
    "again_tokens" BIGINT NOT NULL,
    "start_tokens" BIGINT NOT NULL,
    "requests" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "starts" INTEGER NOT NULL,
    "sessions" INTEGER NOT NULL,

    PRIMARY KEY ("store_key", "quarter_day", "memory_key")
) WITHOUT ROWID;

INSERT INTO "memory_cost_sums" ("store_key", "quarter_day", "memory_key", "fresh_tokens",
    "again_tokens", "start_tokens", "requests", "turns", "starts", "sessions")
SELECT c."store_key", c."quarter_day", c."memory_key", sum(c."fresh_tokens"), sum(c."again_tokens"),
    sum(c."start_tokens"), sum(c."requests"), sum(c."turns"), sum(c."starts"), sum(c."sessions")
FROM "memory_costs" c GROUP BY 1, 2, 3;
