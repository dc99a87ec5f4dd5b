import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import type { LineCounts } from '@/lib/text/text-diff'
import type { ChangeGroup } from '../model/change-group'
import { kindOf, type MemoryChange, type VersionSummary } from '../model/memory-change'
import { beforeKey, sideOf, versionsBefore, type WantedBefore } from '../versions/read-versions'
import type { SideRow } from '../versions/sql/versions'
import { countChangedLines } from '../versions/version-texts'
import { findStore } from '../write/store-transaction'
import { type OpenGroup, openGroups } from './open-groups'
import { titlesOfSessions } from './sql/groups'

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
const MAX_COMPARED = 64

/** A first line may be a whole message; where it is shown says how much fits. */
const MAX_TITLE_CHARACTERS = 300

/** Contents of a group that are read to compare its lines, in bytes. */
const MAX_BYTES = 512 * 1024

/**
 * The newest changes of a store, those made together as one group, the latest first. Reads at most
 * a thousand versions, of a larger group it counts a hundred thousand more, goes past a batch of
 * any size by its ends, and compares at most 512 kB a group, all on a connection for long reads.
 * Refuses `store_not_found`.
 */
export async function recentGroups(db: Database, input: RecentGroupsInput): Promise<ChangeGroup[]> {
  const sql = db.bulk.until(input.signal)
  const store = await findStore(sql, input.storeId)
  const open = await openGroups(sql, store.key, input)
  const titles = await sessionTitles(sql, open)
  const comparisons = await comparisonsOf(db, sql, input, open)
  return open.map((group) => ({
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
      .slice(0, MAX_COMPARED)
      .map(({ memoryId, path, sequence }) => ({ memoryId, path, sequence })),
    title: groupTitle(group, titles),
    isCut: group.isCut,
    ...(comparisons.get(group) ?? { kind: kindByOperations(group), lines: null }),
  }))
}

function groupTitle(group: OpenGroup, titles: ReadonlyMap<string, string>): string | null {
  const text = group.batch?.message ?? titles.get(group.sessionId ?? '') ?? ''
  const [line = ''] = text.trim().split('\n', 1)
  return [...line.trim()].slice(0, MAX_TITLE_CHARACTERS).join('') || null
}

async function sessionTitles(
  sql: BulkSql,
  groups: readonly OpenGroup[],
): Promise<Map<string, string>> {
  const ids = [...new Set(groups.flatMap(({ sessionId }) => sessionId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await titlesOfSessions(sql, ids)
  return new Map(rows.map(({ id, title }) => [id, title ?? '']))
}

type Comparison = Pick<ChangeGroup, 'kind' | 'lines'>
type Changes = MemoryChange<VersionSummary>[]

/** Returns the kind of change of memories too many to compare: `created` if each was, else null. */
function kindByOperations({ isCut, memoryCount, operations }: OpenGroup): Comparison['kind'] {
  const { created, deleted } = operations
  return !isCut && memoryCount > MAX_COMPARED && created === memoryCount && deleted === 0
    ? 'created'
    : null
}

/** Compares each group's memories before and after it; counts the lines of all groups at once. */
async function comparisonsOf(
  db: Database,
  sql: BulkSql,
  { storeId, signal }: RecentGroupsInput,
  groups: readonly OpenGroup[],
): Promise<Map<OpenGroup, Comparison>> {
  const small = groups.filter(
    ({ isCut, memories, memoryCount }) =>
      !isCut && memoryCount <= MAX_COMPARED && memories.size === memoryCount,
  )
  const before = await versionsBefore(sql, small.flatMap(wantedBefore))
  const known = small.flatMap((group) => {
    const changes = changesOf(group, before)
    return changes ? [{ group, changes }] : []
  })
  // A memory may be in several groups: its change is counted under the group's number too.
  const counted = known.flatMap(({ group, changes }) =>
    bytesOf(changes) > MAX_BYTES ? [] : changes.map((change) => numbered(group, change)),
  )
  const input = { storeId, changes: counted, mostBytes: Infinity, signal }
  const counts = (await countChangedLines(db, input)) ?? new Map<string, LineCounts>()
  return new Map(
    known.map(({ group, changes }) => {
      const kinds = new Set(changes.map(kindOf))
      const [kind = null] = kinds
      const lines = sumOf(changes.map((change) => counts.get(numbered(group, change).memoryId)))
      return [group, { kind: kinds.size === 1 ? kind : null, lines }]
    }),
  )
}

function wantedBefore({ memories, firstSequence: sequence }: OpenGroup): WantedBefore[] {
  return [...memories.keys()].map((memoryKey) => ({ memoryKey, sequence }))
}

/** The net changes of a group; null if a redaction took one of their sides. */
function changesOf(group: OpenGroup, before: ReadonlyMap<string, SideRow>): Changes | null {
  const changes: Changes = []
  for (const [memoryKey, last] of group.memories) {
    const key = beforeKey({ memoryKey, sequence: group.firstSequence })
    const one = sideOf(before.get(key))
    const other = sideOf(last)
    if (one === 'emptied' || other === 'emptied') return null
    changes.push({ memoryId: last.memoryId, before: one, after: other })
  }
  return changes
}

function bytesOf(changes: Changes): number {
  return changes.reduce(
    (sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0),
    0,
  )
}

function numbered(group: OpenGroup, change: Changes[number]): Changes[number] {
  return { ...change, memoryId: `${group.firstSequence} ${change.memoryId}` }
}

/** Null if one of them was not counted. */
function sumOf(counts: readonly (LineCounts | undefined)[]): LineCounts | null {
  const sum = { added: 0, removed: 0 }
  for (const count of counts) {
    if (!count) return null
    sum.added += count.added
    sum.removed += count.removed
  }
  return sum
}
