import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { belongsTo } from '../model/change-group'
import { findStore } from '../write/store-transaction'
import { groupedChange, openGroups } from './open-groups'
import { newestVersions, nextVersions } from './sql/groups'

/** The size of a change group. */
export interface GroupSize {
  changeCount: number
  memoryCount: number
  /** whether it may hold more than was counted */
  isCut: boolean
}

export interface CountGroupInput {
  storeId: string
  /** a change of the group */
  sequence: number
  /** without those made later, milliseconds since 1970 */
  until?: number | undefined
}

const VERSIONS_PER_PAGE = 200

/** Newer versions of a group that are looked at. */
const MAX_NEWER = 1000

/**
 * The size of the group to which a change of a store belongs, whatever of it is listed. Reads at
 * most a thousand versions after the change; from there back it costs what `recentGroups` does,
 * without its comparisons. Refuses `store_not_found`.
 */
export async function countGroup(db: Database, input: CountGroupInput): Promise<GroupSize> {
  const sql = db.bulk
  const { key } = await findStore(sql, input.storeId)
  const newest = await newestOfGroup(sql, key, input)
  const [group] = await openGroups(sql, key, { limit: 1, before: newest.sequence + 1 })
  return {
    changeCount: group?.changeCount ?? 0,
    memoryCount: group?.memoryCount ?? 0,
    isCut: newest.isCut || (group?.isCut ?? false),
  }
}

async function newestOfGroup(
  sql: Sql,
  storeKey: number,
  { sequence, until = Infinity }: CountGroupInput,
): Promise<{ sequence: number; isCut: boolean }> {
  let [newest] = await newestVersions(sql, { storeKey, before: sequence + 1, limit: 1 })
  if (!newest) return { sequence, isCut: false }
  for (let read = 0; read < MAX_NEWER; read += VERSIONS_PER_PAGE) {
    const after = newest.sequence
    const rows = await nextVersions(sql, { storeKey, after, limit: VERSIONS_PER_PAGE })
    for (const row of rows) {
      const isTogether = belongsTo(groupedChange(row), groupedChange(newest))
      if (!isTogether || row.createdAt > until) return { sequence: newest.sequence, isCut: false }
      newest = row
    }
    if (rows.length < VERSIONS_PER_PAGE) return { sequence: newest.sequence, isCut: false }
  }
  return { sequence: newest.sequence, isCut: true }
}
