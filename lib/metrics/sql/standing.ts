import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/** Counts of the database's rows, for a program that gathers figures every few seconds. */

interface Counts {
  stores: number
  /** of all of them; null: there are no stores */
  changes: number | null
  waiting: number
  /** when the watched folder that waited longest was looked at, and the change; null: none waits */
  sweptAt: number | null
  waitedSince: number | null
}

export function standingCounts(sql: Sql): Promise<Counts | undefined> {
  return sql.get<Counts>(
    `SELECT count(*) AS stores, CAST(sum(last_sequence) AS BIGINT) AS changes,
       (SELECT count(*) FROM proposals WHERE state = 'waiting') AS waiting,
       (SELECT min(swept_at) FROM connections WHERE state = 'ok') AS "sweptAt",
       (SELECT min(created_at) FROM outbox WHERE state = 'waiting') AS "waitedSince"
     FROM memory_stores WHERE deleted_at IS NULL`,
  )
}

const OF_JOBS = columns('t', 'job', ['state'])
const OF_CONNECTIONS = columns('t', 'connection', ['state'])
const OF_OUTBOX = columns('t', 'outboxEntry', ['state'])

const STATES = {
  jobs: OF_JOBS.list,
  connections: OF_CONNECTIONS.list,
  outbox: OF_OUTBOX.list,
} as const

type StateRow = RowOf<typeof OF_JOBS> | RowOf<typeof OF_CONNECTIONS> | RowOf<typeof OF_OUTBOX>

/** Counts the rows of a table in each state that occurs. */
export function countsByState(
  sql: Sql,
  table: keyof typeof STATES,
): Promise<(StateRow & { count: number })[]> {
  return sql.all<StateRow & { count: number }>(
    `SELECT ${STATES[table]}, count(*) AS count FROM ${table} t GROUP BY t.state`,
  )
}
