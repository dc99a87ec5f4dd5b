import type { Sql } from '@/lib/db/sql'
import {
  checkedContent,
  decodedOrNot,
  rawContent,
  readContents,
  readStored,
  type StoredContent,
} from './stored-content'
import {
  type ChainMemory,
  chainMemories,
  type StoredRow,
  storedVersions,
  storedVersionsAfter,
} from './sql/chains'

/**
 * Reads every version of memories with its content, decoding each once: a compressed version leads
 * forward in time, through a chain of deltas, to a whole content, so a run of versions ending in a
 * whole one is read together.
 */

/** A version as stored, with its decoded content. */
export interface ChainVersion extends Omit<StoredRow, 'memoryKey' | 'encoding' | 'bytes'> {
  /** null: deleted, emptied, or damaged */
  content: Buffer | null
  /** whether what is stored of it is not what was written */
  isDamaged: boolean
}

/**
 * Consecutive versions of a memory, oldest first; no version outside is stored as a delta against
 * one of them.
 */
export interface Stretch {
  memory: ChainMemory
  versions: ChainVersion[]
}

/** Versions, and memories, that one statement reads. */
const VERSIONS_AT_ONCE = 128
const MEMORIES_AT_ONCE = 64

/** The stretches of memories, one memory after another, in key order. */
export async function* stretchesOf(
  sql: Sql,
  storeKey: number,
  memoryKeys: readonly number[],
): AsyncGenerator<Stretch> {
  for (const memories of await groupsOf(sql, storeKey, memoryKeys)) {
    const [first] = memories
    if (!first) continue
    const isLong = memories.length === 1 && first.versionCount > VERSIONS_AT_ONCE
    const rows = isLong ? pagesOf(sql, storeKey, first.key) : allOf(sql, storeKey, memories)
    yield* inStretches(sql, storeKey, new Map(memories.map((each) => [each.key, each])), rows)
  }
}

/** Groups memories to be read together; a long one is read alone. */
async function groupsOf(
  sql: Sql,
  storeKey: number,
  memoryKeys: readonly number[],
): Promise<ChainMemory[][]> {
  const groups: ChainMemory[][] = []
  let group: ChainMemory[] = []
  let versions = 0
  const keys = [...memoryKeys].sort((one, other) => one - other)
  for (let from = 0; from < keys.length; from += MEMORIES_AT_ONCE) {
    const some = keys.slice(from, from + MEMORIES_AT_ONCE)
    const memories = await chainMemories(sql, storeKey, some)
    for (const memory of memories) {
      const isFull =
        group.length === MEMORIES_AT_ONCE || versions + memory.versionCount > VERSIONS_AT_ONCE
      if (isFull && group.length > 0) {
        groups.push(group)
        group = []
        versions = 0
      }
      group.push(memory)
      versions += memory.versionCount
    }
  }
  if (group.length > 0) groups.push(group)
  return groups
}

async function* allOf(
  sql: Sql,
  storeKey: number,
  memories: readonly ChainMemory[],
): AsyncGenerator<StoredRow> {
  const rows = await storedVersions(
    sql,
    memories.map(({ key }) => key),
  )
  yield* await withShared(sql, storeKey, rows)
}

async function* pagesOf(sql: Sql, storeKey: number, memoryKey: number): AsyncGenerator<StoredRow> {
  for (let after = 0; ;) {
    const rows = await storedVersionsAfter(sql, { memoryKey, after, limit: VERSIONS_AT_ONCE })
    yield* await withShared(sql, storeKey, rows)
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_AT_ONCE) return
    after = last.sequence
  }
}

async function* inStretches(
  sql: Sql,
  storeKey: number,
  memories: ReadonlyMap<number, ChainMemory>,
  rows: AsyncIterable<StoredRow>,
): AsyncGenerator<Stretch> {
  let waiting: StoredRow[] = []
  /** the last content of the previous stretch: an uncompressed version may be a delta against it */
  let before: { sequence: number; content: Buffer } | null = null
  const take = async (): Promise<Stretch | null> => {
    const memory = memories.get(waiting[0]?.memoryKey ?? -1)
    if (!memory) return null
    const versions = await decoded(sql, storeKey, waiting, before)
    waiting = []
    const last = versions.findLast(({ content }) => content !== null)
    if (last?.content) before = { sequence: last.sequence, content: last.content }
    return { memory, versions }
  }
  for await (const row of rows) {
    if (waiting[0] && waiting[0].memoryKey !== row.memoryKey) {
      const stretch = await take()
      if (stretch) yield stretch
      before = null
    }
    waiting.push(row)
    const isWhole = row.bytes !== null && row.baseSequence === null
    const isAgainstEarlier = row.baseSequence !== null && row.baseSequence < row.sequence
    if (!isWhole && !isAgainstEarlier) continue
    const stretch = await take()
    if (stretch) yield stretch
  }
  const rest = await take()
  if (rest) yield rest
}

/** Newest first, because compressed versions are deltas against later ones. */
async function decoded(
  sql: Sql,
  storeKey: number,
  rows: readonly StoredRow[],
  before: { sequence: number; content: Buffer } | null,
): Promise<ChainVersion[]> {
  /** as decoded, whether or not it is what was written: what a delta copies of it may still be */
  const bases = new Map<number, Buffer>()
  const contents = new Map<number, StoredContent>()
  if (before) bases.set(before.sequence, before.content)
  for (const row of [...rows].reverse()) {
    if (row.bytes === null || row.encoding === null) continue
    const { baseSequence: base, bytes, encoding } = row
    const known = base === null ? null : (bases.get(base) ?? null)
    const decoded = decodedOrNot({ encoding, bytes }, known)
    if (decoded) bases.set(row.sequence, decoded)
    const checked = checkedContent(row, decoded)
    // Compressed or redacted while it was read: one statement tells what it says now.
    const content = Buffer.isBuffer(checked)
      ? checked
      : await readStored(sql, storeKey, row.sequence)
    if (!content) continue
    contents.set(row.sequence, content)
    if (Buffer.isBuffer(content)) bases.set(row.sequence, content)
  }
  return rows.map(({ memoryKey: _memory, encoding: _encoding, bytes: _bytes, ...version }) => {
    const content = contents.get(version.sequence) ?? null
    const isDamaged = content !== null && !Buffer.isBuffer(content)
    return { ...version, content: isDamaged ? null : content, isDamaged }
  })
}

const inOneGo = async () => {}

/** Rows of a branch with the contents that it reads from its origin, as if it had them whole. */
async function withShared(
  sql: Sql,
  storeKey: number,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const sequences = rows.flatMap(({ sequence, sha256, bytes }) =>
    sha256 !== null && bytes === null ? sequence : [],
  )
  if (sequences.length === 0) return [...rows]
  const contents = await readContents(sql, storeKey, sequences, inOneGo)
  return rows.map((row) => {
    const bytes = row.bytes === null ? contents.get(row.sequence) : undefined
    return Buffer.isBuffer(bytes) ? { ...row, ...rawContent(bytes), bytes } : row
  })
}
