import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import { belongsTo, type GroupedChange } from '../model/change-group'
import type { VersionBatch } from '../model/memory-version'
import type { VersionRow } from '../versions/sql/version-rows'
import { versionOf } from '../versions/version-of'
import {
  countBatch,
  countBetween,
  type CountedRow,
  lastOutsideRun,
  newestVersions,
  pathOfChange,
} from './sql/groups'

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

interface OperationCounts {
  created: number
  deleted: number
}

const VERSIONS_PER_PAGE = 200

const MAX_VERSIONS = 1000

/** Versions of a group that are counted beyond those, without being read. */
const VERSIONS_PER_COUNT = 20_000
const MAX_COUNTED = 100_000

/** The newest groups of a store's changes. The last one `isCut` if its beginning was not reached. */
export async function openGroups(
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

export function groupedChange(row: VersionRow): GroupedChange {
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
