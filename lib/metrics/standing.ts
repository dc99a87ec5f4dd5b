import type { Database } from '@/lib/db/database'

/** What stands in the database when the figures are read. */
export interface Standing {
  stores: number
  /** changes ever made to them */
  changes: number
  waitingProposals: number
  /** by state */
  jobs: Readonly<Record<string, number>>
  /** watched folders by state */
  connections: Readonly<Record<string, number>>
  /** seconds since the watched folder that waited longest was looked at as a whole */
  connectionLag: number
  /** changes to be carried out in folders, by state */
  outbox: Readonly<Record<string, number>>
  /** seconds that the oldest one has waited */
  outboxAge: number
}

interface Counts {
  stores: number
  changes: number | null
  waiting: number
  swept: number | null
  waited: number | null
}

/** Counts what stands in the database; `now`: milliseconds since 1970. */
export async function readStanding(db: Database, now: number): Promise<Standing> {
  const counts = await db.read.get<Counts>(
    `SELECT count(*) AS stores, CAST(sum(last_sequence) AS BIGINT) AS changes,
       (SELECT count(*) FROM proposals WHERE state = 'waiting') AS waiting,
       (SELECT min(swept_at) FROM connections WHERE state = 'ok') AS swept,
       (SELECT min(created_at) FROM outbox WHERE state = 'waiting') AS waited
     FROM memory_stores WHERE deleted_at IS NULL`,
  )
  const since = (time: number | null | undefined) =>
    time === null || time === undefined ? 0 : Math.max(0, now - time) / 1000
  return {
    stores: counts?.stores ?? 0,
    changes: counts?.changes ?? 0,
    waitingProposals: counts?.waiting ?? 0,
    jobs: await byState(db, 'jobs'),
    connections: await byState(db, 'connections'),
    connectionLag: since(counts?.swept),
    outbox: await byState(db, 'outbox'),
    outboxAge: since(counts?.waited),
  }
}

async function byState(
  db: Database,
  table: 'jobs' | 'connections' | 'outbox',
): Promise<Record<string, number>> {
  const rows = await db.read.all<{ state: string; count: number }>(
    `SELECT state, count(*) AS count FROM ${table} GROUP BY state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
