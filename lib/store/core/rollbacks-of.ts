import type { Sql } from '@/lib/db/sql'
import type { BatchKind } from '../model/memory-version'

const ROLLBACKS = ['restore', 'undo', 'review'] as const satisfies readonly BatchKind[]

export type RollbackKind = (typeof ROLLBACKS)[number]

/** Whether versions of a batch of this kind bring back what was there before. */
export function isRollback(kind: BatchKind | null): kind is RollbackKind {
  return ROLLBACKS.some((each) => each === kind)
}

/** A version that was written by a rollback; the hash of what it left. */
export interface RollbackRow {
  memory_key: number
  sequence: number
  sha256: string
  kind: RollbackKind
}

/** The rollbacks of some memories from one sequence to another, both included. */
export async function rollbacksOf(
  sql: Sql,
  memoryKeys: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<RollbackRow[]> {
  if (memoryKeys.length === 0) return []
  return sql.all<RollbackRow>(
    `SELECT v.memory_key, v.sequence, v.sha256, b.kind FROM memory_versions v
     CROSS JOIN batches b
     WHERE v.memory_key IN (${memoryKeys.map(() => '?').join(', ')})
       AND v.sequence >= ? AND v.sequence <= ? AND v.sha256 IS NOT NULL
       AND b.key = v.batch_key AND b.kind IN (${ROLLBACKS.map(() => '?').join(', ')})`,
    [...memoryKeys, from, to, ...ROLLBACKS],
  )
}
