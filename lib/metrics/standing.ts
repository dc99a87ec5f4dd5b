import type { Database } from '@/lib/db/database'
import { testsByStatus } from '@/lib/sql/failing-tests'
import { countsByState, standingCounts } from './sql/standing'

/** Counts of what the database holds when the figures are read. */
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
  /** memory tests by how they go */
  tests: Record<string, number>
}

/** Counts what stands in the database; `now`: milliseconds since 1970. */
export async function readStanding(db: Database, now: number): Promise<Standing> {
  const counts = await standingCounts(db.read)
  const since = (time: number | null | undefined) =>
    time === null || time === undefined ? 0 : Math.max(0, now - time) / 1000
  return {
    stores: counts?.stores ?? 0,
    changes: counts?.changes ?? 0,
    waitingProposals: counts?.waiting ?? 0,
    jobs: await byState(db, 'jobs'),
    connections: await byState(db, 'connections'),
    connectionLag: since(counts?.sweptAt),
    outbox: await byState(db, 'outbox'),
    outboxAge: since(counts?.waitedSince),
    tests: Object.fromEntries(
      (await testsByStatus(db.read)).map(({ status, count }) => [status, count]),
    ),
  }
}

async function byState(
  db: Database,
  table: 'jobs' | 'connections' | 'outbox',
): Promise<Record<string, number>> {
  const rows = await countsByState(db.read, table)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
