import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import type { ListedMoment } from '../model/named-moment'
import type { StoreRow } from './rows'

interface NamedRow {
  sequence: number
  name: string
  actor_type: Actor['type']
  actor_id: string
  at: number | null
}

/** The named moments of a store, the latest first. */
export async function namedMomentsOf(
  sql: Sql,
  store: Pick<StoreRow, 'key' | 'last_sequence'>,
): Promise<ListedMoment[]> {
  const rows = await sql.all<NamedRow>(
    `SELECT n.sequence, n.name, n.actor_type, n.actor_id, e.created_at AS at
     FROM named_moments n
     LEFT JOIN store_events e ON e.store_key = n.store_key AND e.sequence = n.sequence
     WHERE n.store_key = ? ORDER BY n.sequence DESC`,
    [store.key],
  )
  return rows.map(({ sequence, name, at, actor_type, actor_id }) => ({
    sequence,
    name,
    at,
    namedBy: { type: actor_type, id: actor_id },
    changesSince: Math.max(0, store.last_sequence - sequence),
  }))
}
