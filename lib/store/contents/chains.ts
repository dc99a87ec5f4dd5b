import type { Sql } from '@/lib/db/sql'
import type { Operation } from '../model/memory-version'
import { checkedContent, decodedOrNot, readStored, type StoredContent } from './stored-content'

/**
 * Reads every version of memories with its content, decoding each once: a compressed version leads
 * forward in time, through a chain of deltas, to a whole content, so a run of versions ending in a
 * whole one is read together.
 */

/** A version as stored, with its decoded content. */
export interface ChainVersion {
  sequence: number
  id: string
  operation: Operation
  node_key: number | null
  path: string | null
  sha256: string | null
  until_sequence: number | null
  redacted_at: number | null
  /** the version that its stored content is a delta against; null: none */
  base_sequence: number | null
  /** null: deleted, emptied, or damaged */
  content: Buffer | null
  /** whether what is stored of it is not what was written */
  isDamaged: boolean
}

/** A memory whose versions are read. */
export interface ChainMemory {
  key: number
  id: string
  /** its current path; null: deleted */
  path: string | null
  head_sequence: number
  version_count: number
}

/**
 * Consecutive versions of a memory, oldest first; no version outside is stored as a delta against
 * one of them.
 */
export interface Stretch {
  memory: ChainMemory
  versions: ChainVersion[]
}

interface StoredRow extends Omit<ChainVersion, 'content' | 'isDamaged'> {
  memory_key: number
  encoding: number | null
  bytes: Buffer | null
}

/** How many versions, and how many memories, one statement reads. */
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
    const isLong = memories.length === 1 && first.version_count > VERSIONS_AT_ONCE
    const rows = isLong ? pagesOf(sql, first.key) : allOf(sql, memories)
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
    const memories = await sql.all<ChainMemory>(
      `SELECT key, id, path, head_sequence, version_count FROM memories
       WHERE store_key = ? AND key IN (${placeholders(some)}) ORDER BY key`,
      [storeKey, ...padded(some)],
    )
    for (const memory of memories) {
      const isFull =
        group.length === MEMORIES_AT_ONCE || versions + memory.version_count > VERSIONS_AT_ONCE
      if (isFull && group.length > 0) {
        groups.push(group)
        group = []
        versions = 0
      }
      group.push(memory)
      versions += memory.version_count
    }
  }
  if (group.length > 0) groups.push(group)
  return groups
}

const SELECT_STORED = `SELECT v.memory_key, v.sequence, v.id, v.operation, v.node_key, n.path, v.sha256,
    v.until_sequence, v.redacted_at, c.encoding, c.base_sequence, c.bytes
  FROM memory_versions v
  LEFT JOIN version_contents c ON c.store_key = v.store_key AND c.sequence = v.sequence
  LEFT JOIN path_nodes n ON n.key = v.node_key`

async function* allOf(sql: Sql, memories: readonly ChainMemory[]): AsyncGenerator<StoredRow> {
  const keys = memories.map(({ key }) => key)
  yield* await sql.all<StoredRow>(
    `${SELECT_STORED} WHERE v.memory_key IN (${placeholders(keys)}) ORDER BY v.memory_key, v.sequence`,
    padded(keys),
  )
}

async function* pagesOf(sql: Sql, memoryKey: number): AsyncGenerator<StoredRow> {
  for (let after = 0; ;) {
    const rows = await sql.all<StoredRow>(
      `${SELECT_STORED} WHERE v.memory_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
      [memoryKey, after, VERSIONS_AT_ONCE],
    )
    yield* rows
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
    const memory = memories.get(waiting[0]?.memory_key ?? -1)
    if (!memory) return null
    const versions = await decoded(sql, storeKey, waiting, before)
    waiting = []
    const last = versions.findLast(({ content }) => content !== null)
    if (last?.content) before = { sequence: last.sequence, content: last.content }
    return { memory, versions }
  }
  for await (const row of rows) {
    if (waiting[0] && waiting[0].memory_key !== row.memory_key) {
      const stretch = await take()
      if (stretch) yield stretch
      before = null
    }
    waiting.push(row)
    const isWhole = row.bytes !== null && row.base_sequence === null
    const isAgainstEarlier = row.base_sequence !== null && row.base_sequence < row.sequence
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
    const { base_sequence: base, bytes, encoding } = row
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
  return rows.map(({ memory_key: _memory, encoding: _encoding, bytes: _bytes, ...version }) => {
    const content = contents.get(version.sequence) ?? null
    const isDamaged = content !== null && !Buffer.isBuffer(content)
    return { ...version, content: isDamaged ? null : content, isDamaged }
  })
}

/** Rounds list lengths up to powers of two, so that few statements are prepared. */
function roomFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count, 1)))
}

function placeholders(keys: readonly number[]): string {
  return Array<string>(roomFor(keys.length)).fill('?').join(', ')
}

function padded(keys: readonly number[]): number[] {
  return [...keys, ...Array<number>(roomFor(keys.length) - keys.length).fill(-1)]
}
