import type { Database } from '@/lib/db/database'
import type { BulkSql, Sql } from '@/lib/db/sql'
import type { LineCounts } from '@/lib/text/text-diff'
import type { Actor } from '../model/actor'
import { type ChangeGroup, belongsTo, type GroupedChange } from '../model/change-group'
import { kindOf, type MemoryChange, type VersionSummary } from '../model/memory-change'
import type { VersionBatch } from '../model/memory-version'
import { beforeKey, sideOf, versionsBefore, type WantedBefore } from '../versions/read-versions'
import type { SideRow } from '../versions/sql/versions'
import { countChangedLines } from '../versions/version-texts'
import { type VersionRow, versionOf } from '../write/rows'
import { findStore } from '../write/store-transaction'
import {
  countBatch,
  countBetween,
  type CountedRow,
  lastOutsideRun,
  newestVersions,
  pathOfChange,
  titlesOfSessions,
} from './sql/groups'

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

/** What became of memories that are too many to compare, if it is plain from how many were created. */
function kindByOperations({ isCut, memoryCount, operations }: OpenGroup): Comparison['kind'] {
  const { created, deleted } = operations
  return !isCut && memoryCount > MAX_COMPARED && created === memoryCount && deleted === 0
    ? 'created'
    : null
}

/** What became of each group's memories: the lines of all groups are counted at once. */
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

/** A group of changes while versions are added to it, the newest first. */
export interface OpenGroup {
  firstSequence: number
  lastSequence: number
  at: number
  actor: Actor
  sessionId: string | null
  batch: VersionBatch | null
  changeCount: number
  memoryCount: number
  /** how many of its versions created a memory, and deleted one */
  operations: OperationCounts
  path: string | null
  /** the last version of each memory, by memory key */
  memories: Map<number, VersionRow>
  /** the oldest change so far */
  oldest: GroupedChange
  isCut: boolean
}

export interface OperationCounts {
  created: number
  deleted: number
}

const VERSIONS_PER_PAGE = 200

const MAX_VERSIONS = 1000

/** Versions of a group that are counted beyond those, without being read. */
const VERSIONS_PER_COUNT = 20_000
const MAX_COUNTED = 100_000

/** The newest groups of a store's changes. The last one `isCut` if its beginning was not reached. */
async function openGroups(
  sql: Sql,
  storeKey: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<OpenGroup[]> {
  const groups: OpenGroup[] = []
  let next = before ?? Number.MAX_SAFE_INTEGER
  for (let read = 0; read < MAX_VERSIONS;) {
    const page = { storeKey, before: next, limit: VERSIONS_PER_PAGE }
    const rows = await newestVersions(sql, page)
    for (const row of rows) addVersion(groups, row)
    const last = groups.at(-1)
    if (rows.length < VERSIONS_PER_PAGE || !last || groups.length > limit) {
      return groups.slice(0, limit)
    }
    read += rows.length
    if (last.oldest.batch) await completeBatch(sql, storeKey, last)
    next = last.firstSequence
  }
  const last = groups.at(-1)
  if (last && (!last.batch || last.batch.kind === 'seed')) await completeRun(sql, storeKey, last)
  return groups.slice(0, limit)
}

function addVersion(groups: OpenGroup[], row: VersionRow): void {
  const change = groupedChange(row)
  const open = groups.at(-1)
  if (!open || !belongsTo(open.oldest, change)) {
    groups.push(groupOf(row, change))
    return
  }
  open.firstSequence = row.sequence
  open.path = row.path
  open.changeCount++
  countOperation(open.operations, row)
  open.oldest = change
  if (open.memories.has(row.memoryKey)) return
  open.memories.set(row.memoryKey, row)
  open.memoryCount++
}

function countOperation(counts: OperationCounts, { operation }: VersionRow): void {
  if (operation === 'created') counts.created++
  if (operation === 'deleted') counts.deleted++
}

function groupOf(row: VersionRow, oldest: GroupedChange): OpenGroup {
  const { createdBy: actor, sessionId, batch, createdAt: at } = versionOf(row, '', null)
  const operations = { created: 0, deleted: 0 }
  countOperation(operations, row)
  return {
    operations,
    firstSequence: row.sequence,
    lastSequence: row.sequence,
    at,
    actor,
    sessionId,
    batch,
    changeCount: 1,
    memoryCount: 1,
    path: row.path,
    memories: new Map([[row.memoryKey, row]]),
    oldest,
    isCut: false,
  }
}

function groupedChange(row: VersionRow): GroupedChange {
  return {
    actorId: row.actorId,
    sessionId: row.sessionId,
    batch:
      row.batchId !== null && row.batchKind !== null
        ? { id: row.batchId, kind: row.batchKind }
        : null,
    at: row.createdAt,
  }
}

/** A batch is one transaction, so its changes are consecutive: its ends and counts are enough. */
async function completeBatch(sql: Sql, storeKey: number, group: OpenGroup): Promise<void> {
  const batchId = group.oldest.batch?.id ?? ''
  // Of a group of one batch all is counted anew, since a memory may be on both sides.
  const isOne = group.batch?.id === batchId
  const upTo = isOne ? group.lastSequence : group.firstSequence - 1
  const found = await countBatch(sql, { batchId, upTo })
  if (!found || (found.first ?? group.firstSequence) >= group.firstSequence) return
  if (!isOne) {
    found.changes += group.changeCount
    found.memories += group.memoryCount
    found.created += group.operations.created
    found.deleted += group.operations.deleted
  }
  await setCounts(sql, storeKey, group, found)
}

async function setCounts(
  sql: Sql,
  storeKey: number,
  group: OpenGroup,
  { first, changes, memories, created, deleted }: CountedRow,
): Promise<void> {
  if (first === null) return
  const path = await pathOfChange(sql, storeKey, first)
  group.firstSequence = first
  group.changeCount = changes
  group.memoryCount = memories
  group.operations = { created, deleted }
  group.path = path
}

/** Counts a group of which more was made than is read: what joins it is decided by the database. */
async function completeRun(sql: Sql, storeKey: number, group: OpenGroup): Promise<void> {
  let { firstSequence: first } = group
  const least = Math.max(0, first - MAX_COUNTED)
  let before: number | null = null
  while (before === null && first > least) {
    const from = Math.max(least, first - VERSIONS_PER_COUNT)
    before = await lastBeforeRun(sql, storeKey, group, { from, first })
    first = from
  }
  group.isCut = before === null && least > 0
  const span = { storeKey, after: before ?? least, upTo: group.lastSequence }
  const counted = await countBetween(sql, span)
  if (counted) await setCounts(sql, storeKey, group, counted)
}

/** The last version from `from` on, before `first`, that does not belong to the group. */
function lastBeforeRun(
  sql: Sql,
  storeKey: number,
  { actor, sessionId, batch }: OpenGroup,
  { from, first }: { from: number; first: number },
): Promise<number | null> {
  return lastOutsideRun(sql, {
    storeKey,
    actorId: actor.id,
    sessionId: sessionId ?? '',
    isSeed: batch !== null,
    from,
    first,
  })
}
