import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/** Experiments, with the ids of their stores, which are there. */

const EXPERIMENT = columns('e', 'experiment', [
  ...(['key', 'id', 'storeKey', 'name', 'columns', 'tests', 'samples'] as const),
  ...(['instructions', 'isRedacted', 'actorType', 'actorId', 'createdAt'] as const),
])

export type ExperimentRow = RowOf<typeof EXPERIMENT> & { storeId: string }

const SELECT = `SELECT ${EXPERIMENT.list}, s.id AS "storeId"
  FROM experiments e JOIN memory_stores s ON s.key = e.store_key AND s.deleted_at IS NULL`

/** By the unique id. */
export function experimentById(sql: Sql, id: string): Promise<ExperimentRow | undefined> {
  return sql.get<ExperimentRow>(`${SELECT} WHERE e.id = ?`, [id])
}

/** A store's experiments, newest first: as many as it may have. */
export function experimentsOfStore(sql: Sql, storeId: string): Promise<ExperimentRow[]> {
  return sql.all<ExperimentRow>(`${SELECT} WHERE s.id = ? ORDER BY e.key DESC`, [storeId])
}
