import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { belongsTo } from '../model/change-group'
import { inSession } from '../write/find'
import { findStore } from '../write/store-transaction'
import type { ListChangesInput } from './list-changes'
import { groupedChange, openGroups } from './open-groups'
import { countAsked } from './sql/changes'
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
  /** only those of it that a list narrowed to this holds */
  listed?: GroupFilter | undefined
}

/** A list's filter, which may leave out some changes of a group. */
export type GroupFilter = Pick<
  ListChangesInput,
  'operation' | 'sessionId' | 'pathStart' | 'createdFrom' | 'createdTo'
>

const VERSIONS_PER_PAGE = 200

/** Newer versions of a group that are looked at. */
const MAX_NEWER = 1000

/**
 * The size of the group to which a change of a store belongs, on whichever pages it is listed. Reads
 * at most a thousand versions after the change; from there back it costs what `recentGroups` does,
 * without its comparisons. Refuses `store_not_found`.
 */
export async function countGroup(db: Database, input: CountGroupInput): Promise<GroupSize> {
  const sql = db.bulk
  const { key } = await findStore(sql, input.storeId)
  const newest = await newestOfGroup(sql, key, input)
  const [group] = await openGroups(sql, key, { limit: 1, before: newest.sequence + 1 })
  if (!group) return { changeCount: 0, memoryCount: 0, isCut: newest.isCut }
  const isCut = newest.isCut || group.isCut
  const { listed } = input
  if (listed === undefined) {
    return { changeCount: group.changeCount, memoryCount: group.memoryCount, isCut }
  }
  const session = listed.sessionId === undefined ? null : await inSession(sql, listed.sessionId)
  const { operation, pathStart, createdFrom, createdTo } = listed
  const asked = { operation, pathStart, createdFrom, createdTo, session }
  return { ...(await countAsked(sql, { storeKey: key, asked, within: group })), isCut }
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
