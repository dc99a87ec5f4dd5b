import { db, padded, turn } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { type LineCounts, lineCounts } from '@/lib/text/text-diff'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import type { Version } from './model/model'
import { getStore } from './stores'
import { textOf } from './told'
import { versionTexts } from './versions'

/** What somebody did in a store in one go: a batch, or what they wrote without a long pause. */
export interface ChangeGroup {
  /** the last version of it */
  last: Version
  by: Writer
  /** how many memories it wrote; of a batch too large to be read, how many versions */
  memoryCount: number
  /** lines added and removed in the end; null: too much to compare, redacted, or damaged */
  lines: LineCounts | null
}

/** After a longer pause somebody has begun something else. */
const MAX_PAUSE_MS = 30 * 60_000

const VERSIONS_A_STATEMENT = 200

/** Versions that are read at most; what goes on beyond them is not seen. */
const MAX_READ = 2_000

/** Of groups with more memories, or more bytes, no lines are counted. */
const MAX_COMPARED = 64
const MAX_COMPARED_BYTES = 512 * 1024

/** The last that was done in a store, the latest first. Refuses `store_not_found`. */
export async function lately(storeId: string, most: number): Promise<ChangeGroup[]> {
  const groups = await groupsIn(storeId, most)
  const comparable = groups.map(memoriesOf)
  const firsts = comparable.flatMap((memories) => memories?.map(({ first }) => first) ?? [])
  const rows = await rowsOf(firsts, (some) =>
    db.version.findMany({ where: { storeId, untilSequence: { in: some } } }),
  )
  const before = new Map(rows.map((row) => [row.untilSequence, row]))
  const writerOf = await writersOf(groups.flatMap(({ versions: [last] }) => last ?? []))
  const told: ChangeGroup[] = []
  for (const [index, { versions, count }] of groups.entries()) {
    const [last] = versions
    const memories = comparable[index]
    if (!last) continue
    const pairs = memories?.map((each): Pair => [before.get(each.first), each.last])
    const lines = pairs ? await linesOf(pairs) : null
    const memoryCount = memories?.length ?? count ?? versions.length
    told.push({ last, by: writerOf(last), memoryCount, lines })
  }
  return told
}

interface Group {
  /** newest first */
  versions: Version[]
  /** of a batch: how many versions it has, and its first number */
  count?: number
  first?: number
}

async function groupsIn(storeId: string, most: number): Promise<Group[]> {
  let { lastSequence: upTo } = await getStore(storeId)
  const groups: Group[] = []
  const batches = new Map<string, Group>()
  for (let read = 0; upTo > 0 && read < MAX_READ && groups.length <= most;) {
    const rows = await db.version.findMany({
      where: { storeId, sequence: { lte: upTo } },
      orderBy: { sequence: 'desc' },
      take: VERSIONS_A_STATEMENT,
    })
    await openBatches(batches, rows)
    for (const row of rows) addTo(groups, batches, row)
    const last = rows.at(-1)
    upTo = last && rows.length === VERSIONS_A_STATEMENT ? before(last, batches) : 0
    read += rows.length
    await turn()
  }
  return groups.slice(0, most)
}

async function openBatches(batches: Map<string, Group>, rows: readonly Version[]): Promise<void> {
  const ids = rows.flatMap(({ batchId }) => (batchId && !batches.has(batchId) ? batchId : []))
  if (ids.length === 0) return
  const spans = await db.version.groupBy({
    by: ['batchId'],
    where: { batchId: { in: padded([...new Set(ids)]) } },
    _count: true,
    _min: { sequence: true },
  })
  for (const { batchId, _count: count, _min } of spans) {
    batches.set(batchId ?? '', { versions: [], count, first: _min.sequence ?? 0 })
  }
}

function addTo(groups: Group[], batches: ReadonlyMap<string, Group>, version: Version): void {
  const run = groups.at(-1)
  const own = version.batchId === null ? run && goesOn(run, version) : batches.get(version.batchId)
  const group = own || { versions: [] }
  if (group.versions.length === 0) groups.push(group)
  group.versions.push(version)
}

/** The group, if who writes without a batch went on with it after this. */
function goesOn(group: Group, older: Version): Group | undefined {
  const newer = group.versions.at(-1)
  const isOne =
    newer?.batchId === null &&
    newer.actorId === older.actorId &&
    newer.sessionId === older.sessionId &&
    Math.abs(+newer.createdAt - +older.createdAt) <= MAX_PAUSE_MS
  return isOne ? group : undefined
}

/** Where to read on: before the whole batch, which may have thousands, if nobody wrote amid it. */
function before({ batchId, sequence }: Version, batches: ReadonlyMap<string, Group>): number {
  const { versions: [last] = [], count, first = 0 } = batches.get(batchId ?? '') ?? {}
  const isUnbroken = last !== undefined && last.sequence - first + 1 === count
  return (isUnbroken ? first : sequence) - 1
}

/** The memories of a group, each with its first number in it; null: too many, or not all are known. */
function memoriesOf({ versions, count }: Group): { first: number; last: Version }[] | null {
  const memories = new Map<string, { first: number; last: Version }>()
  for (const version of versions) {
    const last = memories.get(version.memoryId)?.last ?? version
    memories.set(version.memoryId, { first: version.sequence, last })
  }
  const isWhole = count === undefined || count === versions.length
  return isWhole && memories.size <= MAX_COMPARED ? [...memories.values()] : null
}

/** What a memory was, and became. */
type Pair = readonly [Version | undefined, Version]

async function linesOf(pairs: readonly Pair[]): Promise<LineCounts | null> {
  const differing = pairs.filter(([was, is]) => was?.sha256 !== is.sha256)
  const sides = differing.flat().flatMap((version) => version ?? [])
  if (sides.reduce((sum, { size }) => sum + (size ?? 0), 0) > MAX_COMPARED_BYTES) return null
  const texts = await versionTexts(sides.map(({ id }) => id))
  const lines = { added: 0, removed: 0 }
  for (const pair of differing) {
    const [was = null, is = null] = pair.map((version) => textOf(version, texts))
    if (was === null || is === null) return null
    const { added, removed } = lineCounts(was, is)
    lines.added += added
    lines.removed += removed
    await turn()
  }
  return lines
}
