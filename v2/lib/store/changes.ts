import { db, padded, turn } from '@/lib/db'
import { chunked } from '@/lib/text/lists'
import { comparePaths } from '@/lib/text/memory-path'
import { type LineCounts, lineCounts } from '@/lib/text/text-diff'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import { type ChangeKind, kindOf, type MemoryChange, pathOf } from './model/change'
import type { Page, Version } from './model/model'
import type { State } from './plan/plan'
import { getStore } from './stores'
import { listVersions, versionTexts } from './versions'

/** One side of a change of a memory: what a version left. */
export interface VersionState extends State {
  versionId: string
  sequence: number
}

export interface NetChanges {
  /** by path; what is the same on both sides is left out */
  changes: MemoryChange<VersionState>[]
  /** memories that cannot be compared: one of their sides was redacted since */
  redactedMemoryIds: string[]
}

/** Numbers of a store that one statement looks through. */
const NUMBERS_A_STATEMENT = 2_000

/**
 * What became of a store's memories between two numbers of its changes; from a later to an earlier one
 * it is what going back would do. Costs what was changed in between. Refuses `store_not_found`.
 */
export async function netChanges(
  storeId: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<NetChanges> {
  const { lastSequence } = await getStore(storeId)
  const [start, end] = [Math.min(from, to), Math.min(Math.max(from, to), lastSequence)]
  const touched = new Map<string, { first: number; last: Side }>()
  for (let at = start; at < end; at += NUMBERS_A_STATEMENT) {
    signal?.throwIfAborted()
    const rows = await db.version.findMany({
      where: { storeId, sequence: { gt: at, lte: Math.min(end, at + NUMBERS_A_STATEMENT) } },
      select: side,
      orderBy: { sequence: 'asc' },
    })
    for (const row of rows) {
      const first = touched.get(row.memoryId)?.first ?? row.sequence
      touched.set(row.memoryId, { first, last: row })
    }
    await turn()
  }
  const firsts = [...touched.values()].map(({ first }) => first)
  const earlier = await versionsBefore(storeId, firsts, signal)
  const found: NetChanges = { changes: [], redactedMemoryIds: [] }
  for (const [memoryId, { first, last }] of touched) {
    const sides: [Side | undefined, Side] = [earlier.get(first), last]
    const [one, other] = from <= to ? sides : sides.toReversed()
    if (isEmptied(one) || isEmptied(other)) {
      found.redactedMemoryIds.push(memoryId)
      continue
    }
    const change = { memoryId, before: stateOf(one), after: stateOf(other) }
    if (kindOf(change) !== null) found.changes.push(change)
  }
  found.changes.sort((one, other) => comparePaths(pathOf(one), pathOf(other)))
  return found
}

const side = {
  id: true,
  memoryId: true,
  sequence: true,
  operation: true,
  path: true,
  sha256: true,
  size: true,
  redactedAt: true,
} as const

type Side = Pick<Version, keyof typeof side>

const VERSIONS_A_STATEMENT = 200

/** The versions that stood until these numbers, by the number that ended them. */
async function versionsBefore(
  storeId: string,
  numbers: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Map<number, Side>> {
  const found = new Map<number, Side>()
  for (const some of chunked(numbers, VERSIONS_A_STATEMENT)) {
    signal?.throwIfAborted()
    const rows = await db.version.findMany({
      where: { storeId, untilSequence: { in: padded(some) } },
      select: { ...side, untilSequence: true },
    })
    for (const { untilSequence, ...row } of rows) if (untilSequence) found.set(untilSequence, row)
    await turn()
  }
  return found
}

const isEmptied = (version: Side | undefined) =>
  version !== undefined && version.redactedAt !== null && version.operation !== 'deleted'

function stateOf(version: Side | undefined): VersionState | null {
  if (!version || version.operation === 'deleted') return null
  const { id: versionId, sequence, path, sha256, size } = version
  return path === null || sha256 === null || size === null
    ? null
    : { versionId, sequence, path, sha256, size }
}

/** What somebody did in a store at one time: a batch, or what they wrote without a long pause. */
export interface ChangeGroup {
  storeId: string
  firstSequence: number
  lastSequence: number
  /** when the last of it was done */
  at: Date
  by: Writer
  batch: { id: string; kind: string; message: string | null; reference: string | null } | null
  /** how many versions it wrote */
  changeCount: number
  /** the memories that it wrote, the last one first; of many the last */
  memories: { memoryId: string; path: string | null; sequence: number }[]
  /** of all of them; of a batch too large to be read, of its versions */
  memoryCount: number
  /** what happened to its memories; null: not the same to all, or not known */
  kind: ChangeKind | null
  /** lines added and removed in the end; null: too much to compare, or redacted */
  lines: LineCounts | null
}

export interface ListChanges {
  storeId: string
  /** what this actor did, or what was done in this session */
  actorId?: string | undefined
  sessionId?: string | undefined
  /** at or after, at or before */
  from?: Date | undefined
  to?: Date | undefined
  limit: number
  /** `next` of the page before */
  after?: string | undefined
  signal?: AbortSignal | undefined
}

/** After a longer pause somebody has begun something else. */
const MAX_PAUSE_MS = 30 * 60_000

/** Versions that are read for one page; what goes on beyond them is another group there. */
const MAX_READ = 2_000

/** Of groups with more memories, or more bytes, no lines are counted. */
const MAX_COMPARED = 64
const MAX_COMPARED_BYTES = 512 * 1024

interface OpenGroup {
  /** newest first */
  versions: Version[]
  changeCount: number
  firstSequence: number
  lastSequence: number
}

/**
 * What was done in a store, the latest first; what was done together is one entry. Refuses
 * `store_not_found`.
 */
export async function listChanges(list: ListChanges): Promise<Page<ChangeGroup>> {
  const { limit, signal } = list
  const groups: OpenGroup[] = []
  const batches = new Map<string, OpenGroup>()
  let after = list.after
  let next: string | null = null
  for (let read = 0; groups.length <= limit; read += VERSIONS_A_STATEMENT) {
    signal?.throwIfAborted()
    const page = await listVersions({ ...list, limit: VERSIONS_A_STATEMENT, after })
    for (const version of page.items) {
      await addVersion(groups, batches, version, list)
      if (groups.length > limit) break
    }
    if (page.next === null) break
    after = afterBatch(batches.get(page.items.at(-1)?.batchId ?? '')) ?? page.next
    if (read < MAX_READ) continue
    next = after
    break
  }
  // What comes next begins with the group that is too many.
  const tooMany = groups[limit]?.versions[0]
  if (tooMany) next = String(tooMany.sequence + 1)
  return { items: await described(groups.slice(0, limit), signal), next }
}

/** Adds the next older version to the group that it belongs to. */
async function addVersion(
  groups: OpenGroup[],
  batches: Map<string, OpenGroup>,
  version: Version,
  { storeId, after }: ListChanges,
): Promise<void> {
  const { batchId, sequence } = version
  const last = groups.at(-1)
  const isRun = batchId === null && last !== undefined && belongs(last, version)
  const group = batchId === null ? (isRun ? last : undefined) : batches.get(batchId)
  if (group) {
    group.versions.push(version)
    if (batchId !== null) return
    group.firstSequence = sequence
    group.changeCount++
    return
  }
  const opened = {
    versions: [version],
    changeCount: 1,
    firstSequence: sequence,
    lastSequence: sequence,
  }
  if (batchId !== null) {
    const { _count, _min, _max } = await db.version.aggregate({
      where: { storeId, batchId },
      _count: true,
      _min: { sequence: true },
      _max: { sequence: true },
    })
    opened.changeCount = _count
    opened.firstSequence = _min.sequence ?? sequence
    opened.lastSequence = _max.sequence ?? sequence
    batches.set(batchId, opened)
    // It stands on an earlier page.
    if (after !== undefined && opened.lastSequence >= Number(after)) return
  }
  groups.push(opened)
}

/** Where to read on after a batch, if nothing was written amid it: it may have thousands of versions. */
function afterBatch(batch: OpenGroup | undefined): string | null {
  if (!batch) return null
  const { firstSequence, lastSequence, changeCount } = batch
  return lastSequence - firstSequence + 1 === changeCount ? String(firstSequence) : null
}

/** Returns whether somebody who writes without a batch went on with what comes after it. */
function belongs({ versions }: OpenGroup, older: Version): boolean {
  const newer = versions.at(-1)
  return (
    newer?.batchId === null &&
    newer.actorId === older.actorId &&
    newer.sessionId === older.sessionId &&
    Math.abs(+newer.createdAt - +older.createdAt) <= MAX_PAUSE_MS
  )
}

async function described(
  groups: readonly OpenGroup[],
  signal: AbortSignal | undefined,
): Promise<ChangeGroup[]> {
  const lasts = groups.flatMap(({ versions }) => versions.slice(0, 1))
  const writerOf = await writersOf(lasts)
  const ids = [...new Set(lasts.flatMap(({ batchId }) => batchId ?? []))]
  const rows = await db.batch.findMany({
    where: { id: { in: padded(ids) } },
    select: { id: true, kind: true, message: true, reference: true },
  })
  const batches = new Map(rows.map((row) => [row.id, row]))
  const all: ChangeGroup[] = []
  for (const group of groups) {
    const [last] = group.versions
    if (!last) continue
    // The newest of each memory stands last in the map's making, so it is put first.
    const newest = new Map(group.versions.toReversed().map((each) => [each.memoryId, each]))
    const memories = [...newest.values()].sort((one, other) => other.sequence - one.sequence)
    const isWhole = group.versions.length === group.changeCount
    all.push({
      storeId: last.storeId,
      firstSequence: group.firstSequence,
      lastSequence: group.lastSequence,
      at: last.createdAt,
      by: writerOf(last),
      batch: batches.get(last.batchId ?? '') ?? null,
      changeCount: group.changeCount,
      memories: memories
        .slice(0, MAX_COMPARED)
        .map(({ memoryId, path, sequence }) => ({ memoryId, path, sequence })),
      memoryCount: isWhole ? memories.length : group.changeCount,
      ...(isWhole && memories.length <= MAX_COMPARED
        ? await compared(group, memories, signal)
        : { kind: null, lines: null }),
    })
  }
  return all
}

/** What a group did in the end to each of its memories. */
async function compared(
  { versions }: OpenGroup,
  memories: readonly Version[],
  signal: AbortSignal | undefined,
): Promise<Pick<ChangeGroup, 'kind' | 'lines'>> {
  const firsts = new Map(versions.map(({ memoryId, sequence }) => [memoryId, sequence]))
  const storeId = memories[0]?.storeId ?? ''
  const earlier = await versionsBefore(storeId, [...firsts.values()], signal)
  const changes: MemoryChange<VersionState>[] = []
  for (const last of memories) {
    const before = earlier.get(firsts.get(last.memoryId) ?? 0)
    if (isEmptied(before) || isEmptied(last)) return { kind: null, lines: null }
    changes.push({ memoryId: last.memoryId, before: stateOf(before), after: stateOf(last) })
  }
  const kinds = new Set(changes.map(kindOf))
  const [kind = null] = kinds
  return { kind: kinds.size === 1 ? kind : null, lines: await linesOf(changes, signal) }
}

async function linesOf(
  changes: readonly MemoryChange<VersionState>[],
  signal: AbortSignal | undefined,
): Promise<LineCounts | null> {
  const differing = changes.filter(({ before, after }) => before?.sha256 !== after?.sha256)
  const sides = differing.flatMap(({ before, after }) => [before ?? [], after ?? []].flat())
  if (sides.reduce((sum, { size }) => sum + size, 0) > MAX_COMPARED_BYTES) return null
  const texts = await versionTexts(
    sides.map(({ versionId }) => versionId),
    signal,
  )
  const lines = { added: 0, removed: 0 }
  for (const { before, after } of differing) {
    const was = before ? texts.get(before.versionId) : ''
    const is = after ? texts.get(after.versionId) : ''
    // Damaged, or redacted meanwhile.
    if (was === undefined || is === undefined) return null
    const { added, removed } = lineCounts(was, is)
    lines.added += added
    lines.removed += removed
    await turn()
  }
  return lines
}
