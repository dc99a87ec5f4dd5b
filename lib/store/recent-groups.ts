import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { countChangedLines } from './count-changed-lines'
import { type OpenGroup, openGroups } from './core/open-groups'
import { findStore } from './core/store-transaction'
import { sideOf, versionsBefore } from './core/versions-before'
import type { ChangeGroup } from './model/change-group'
import { kindOf, type MemoryChange, type VersionSummary } from './model/memory-change'

export interface RecentGroupsInput {
  storeId: string
  /** at most this many groups */
  limit: number
  /** only changes before this one */
  before?: number | undefined
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Memories of a group whose lines are compared; of more, none are. */
const MOST_COMPARED = 64

/** A first line may be a whole message; where it is shown says how much fits. */
const MOST_TITLE_CHARACTERS = 300

/** Contents of a group that are read to compare its lines, in bytes. */
const MOST_BYTES = 512 * 1024

/**
 * The newest changes of a store, those made together as one group, the latest first. Reads at most
 * a thousand versions, goes past a batch of any size by its ends, and compares at most 512 kB a
 * group, all on a connection for long reads. Refuses `store_not_found`.
 */
export async function recentGroups(db: Database, input: RecentGroupsInput): Promise<ChangeGroup[]> {
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const open = await openGroups(sql, store.key, input)
  const titles = await sessionTitles(sql, open)
  const groups: ChangeGroup[] = []
  for (const group of open) {
    groups.push({
      firstSequence: group.firstSequence,
      lastSequence: group.lastSequence,
      at: group.at,
      actor: group.actor,
      sessionId: group.sessionId,
      batch: group.batch,
      changeCount: group.changeCount,
      memoryCount: group.memoryCount,
      path: group.path,
      memories: [...group.memories.values()]
        .slice(0, MOST_COMPARED)
        .map(({ memory_id: memoryId, path, sequence }) => ({ memoryId, path, sequence })),
      title: groupTitle(group, titles),
      isCut: group.isCut,
      ...(await comparisonOf(db, sql, input, group)),
    })
  }
  return groups
}

function groupTitle(group: OpenGroup, titles: ReadonlyMap<string, string>): string | null {
  const text = group.batch?.message ?? titles.get(group.sessionId ?? '') ?? ''
  const [line = ''] = text.trim().split('\n', 1)
  return [...line.trim()].slice(0, MOST_TITLE_CHARACTERS).join('') || null
}

async function sessionTitles(
  sql: BulkSql,
  groups: readonly OpenGroup[],
): Promise<Map<string, string>> {
  const ids = [...new Set(groups.flatMap(({ sessionId }) => sessionId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await sql.all<{ id: string; title: string | null }>(
    `SELECT id, title FROM sessions WHERE id IN (?${', ?'.repeat(ids.length - 1)})`,
    ids,
  )
  return new Map(rows.map(({ id, title }) => [id, title ?? '']))
}

const NOT_COMPARED = { kind: null, lines: null }

async function comparisonOf(
  db: Database,
  sql: BulkSql,
  { storeId, signal }: RecentGroupsInput,
  group: OpenGroup,
): Promise<Pick<ChangeGroup, 'kind' | 'lines'>> {
  if (group.isCut || group.memoryCount > MOST_COMPARED) return NOT_COMPARED
  if (group.memories.size < group.memoryCount) return NOT_COMPARED
  const before = await versionsBefore(sql, [...group.memories.keys()], group.firstSequence)
  const changes: MemoryChange<VersionSummary>[] = []
  for (const [memoryKey, last] of group.memories) {
    const sides = [sideOf(before.get(memoryKey)), sideOf(last)] as const
    if (sides[0] === 'emptied' || sides[1] === 'emptied') return NOT_COMPARED
    changes.push({ memoryId: last.memory_id, before: sides[0], after: sides[1] })
  }
  const kinds = new Set(changes.map(kindOf))
  const [kind = null] = kinds
  const counts = await countChangedLines(db, { storeId, changes, mostBytes: MOST_BYTES, signal })
  if (counts === null) return { kind: kinds.size === 1 ? kind : null, lines: null }
  const lines = { added: 0, removed: 0 }
  for (const { added, removed } of counts.values()) {
    lines.added += added
    lines.removed += removed
  }
  return { kind: kinds.size === 1 ? kind : null, lines }
}
