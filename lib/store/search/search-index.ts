import type { Sql, WriteSql } from '@/lib/db/sql'
import { decodePostings, encodePostings, inLists } from '@/lib/text/postings'

/**
 * A store's inverted index: for each gram the sequences of the changes that added a line with it,
 * in chunks. Our own, and the same on both databases, because full-text engines keep words after
 * their rows are gone (architecture.md, Erasing) and none finds substrings in every script on both.
 * Grams are hashes, so candidates must be checked against the text.
 */

/** For each gram, the ascending sequences of the changes that have it. */
export type GramEntries = ReadonlyMap<number, readonly number[]>

/** Adds changes newer than all that are indexed. */
export async function appendEntries(
  tx: WriteSql,
  storeKey: number,
  entries: GramEntries,
  maybeYield: () => Promise<void>,
): Promise<void> {
  // In row order, so that neighbours are found on the same pages.
  const grams = [...entries.keys()].sort((one, other) => one - other)
  for (let from = 0; from < grams.length; from += GRAMS_PER_TURN) {
    const some = grams.slice(from, from + GRAMS_PER_TURN)
    const tails = await newestChunks(tx, storeKey, some)
    const chunks = some.flatMap((gram) => extended(gram, tails.get(gram), entries.get(gram) ?? []))
    await saveChunks(tx, storeKey, chunks)
    await maybeYield()
  }
}

/** As many as a statement takes rows. */
const GRAMS_PER_TURN = 128

/** The newest chunk of each gram that has any. */
async function newestChunks(
  sql: Sql,
  storeKey: number,
  grams: readonly number[],
): Promise<Map<number, Chunk>> {
  const keys = grams.map((gram) => ({ gram, sequence: Number.MAX_SAFE_INTEGER }))
  return new Map((await chunksAt(sql, storeKey, keys)).map((chunk) => [chunk.gram, chunk]))
}

/** The chunks to write: the newest one filled up, and new ones for the rest. */
function extended(gram: number, tail: Chunk | undefined, sequences: readonly number[]): Chunk[] {
  if (!tail || !hasRoom(tail)) return chunksOf(gram, sequences)
  return chunksOf(gram, [...decodePostings(tail.entries), ...sequences])
}

/** Grams beyond the rarest few hardly narrow a search further. */
const MAX_GRAMS = 4

/** Reading more chunks of a common gram than this costs more than the candidates they would exclude. */
const MAX_CHUNKS_TO_INTERSECT = 64

/**
 * The changes that may have added a text with all these grams, newest first, in pages; none is
 * missing, some may be false positives. `upTo` is the newest change to consider.
 */
export async function* candidates(
  sql: Sql,
  storeKey: number,
  grams: readonly number[],
  upTo: number,
): AsyncGenerator<number[]> {
  const newest = await newestChunks(sql, storeKey, grams)
  if (newest.size < grams.length) return
  const [rarest, ...others] = [...newest.values()]
    .sort((one, other) => density(one) - density(other))
    .slice(0, MAX_GRAMS)
    .map((chunk) => chunk.gram)
  if (rarest === undefined) return
  for (let before = upTo + 1; ;) {
    const chunk = await sql.get<Chunk>(
      `SELECT ${CHUNK_COLUMNS} FROM search_postings
       WHERE store_key = ? AND gram = ? AND first_sequence < ? ORDER BY first_sequence DESC LIMIT 1`,
      [storeKey, rarest, before],
    )
    if (!chunk) return
    let found = decodePostings(chunk.entries).filter((sequence) => sequence <= upTo)
    for (const gram of others) found = await intersect(sql, storeKey, gram, found)
    if (found.length > 0) yield found.reverse()
    before = chunk.first_sequence
  }
}

function density(chunk: Chunk): number {
  return chunk.entry_count / (chunk.last_sequence - chunk.first_sequence + 1)
}

async function intersect(
  sql: Sql,
  storeKey: number,
  gram: number,
  sequences: number[],
): Promise<number[]> {
  const first = sequences[0]
  const last = sequences.at(-1)
  if (first === undefined || last === undefined) return []
  const chunks = await sql.all<{ entries: Buffer }>(
    `SELECT entries FROM search_postings WHERE store_key = ? AND gram = ? AND first_sequence <= ?
       AND first_sequence >= coalesce((SELECT max(q.first_sequence) FROM search_postings q
         WHERE q.store_key = ? AND q.gram = ? AND q.first_sequence <= ?), 0) LIMIT ?`,
    [storeKey, gram, last, storeKey, gram, first, MAX_CHUNKS_TO_INTERSECT + 1],
  )
  if (chunks.length > MAX_CHUNKS_TO_INTERSECT) return sequences
  const present = new Set(chunks.flatMap((chunk) => decodePostings(chunk.entries)))
  return sequences.filter((sequence) => present.has(sequence))
}

/** A row of the search index: for one gram, a run of its ascending sequences. */
export interface Chunk {
  gram: number
  first_sequence: number
  last_sequence: number
  entry_count: number
  entries: Buffer
}

/**
 * The most bytes of a chunk. A much longer row no longer fits into a page of SQLite's b-tree with
 * its neighbours: it would overflow, and every step of a tree search would read it whole.
 */
const CHUNK_BYTES = 800

/** Rows per statement; remainders use powers of two, so that few statements are prepared. */
const MAX_ROWS_PER_STATEMENT = 128

const CHUNK_COLUMNS = 'gram, first_sequence, last_sequence, entry_count, entries'

/** The sequences of a gram, ascending, in chunks as full as possible. */
export function chunksOf(gram: number, sequences: readonly number[]): Chunk[] {
  return inLists(sequences, CHUNK_BYTES).map((list) => ({
    gram,
    first_sequence: list[0] ?? 0,
    last_sequence: list.at(-1) ?? 0,
    entry_count: list.length,
    entries: encodePostings(list),
  }))
}

function hasRoom(chunk: Chunk): boolean {
  return chunk.entries.length < CHUNK_BYTES
}

/** Identifies a chunk: the one that would contain this change. */
export interface ChunkKey {
  gram: number
  sequence: number
}

export interface FoundChunk extends Chunk {
  /** where the gram's next chunk begins; null: there is none */
  next_sequence: number | null
}

/** The chunks whose ranges contain these keys; none for a key before its gram's first chunk. */
export async function chunksAt(
  sql: Sql,
  storeKey: number,
  keys: readonly ChunkKey[],
): Promise<FoundChunk[]> {
  const found: FoundChunk[] = []
  for (const some of inPowersOfTwo(keys)) {
    found.push(
      ...(await sql.all<FoundChunk>(chunksAtText(some.length), [
        ...some.flatMap(({ gram, sequence }) => [gram, sequence]),
        storeKey,
        storeKey,
        storeKey,
      ])),
    )
  }
  return found
}

/**
 * First finds each chunk's start, then the rows: in a single step SQLite would scan all chunks of a
 * gram.
 */
function chunksAtText(count: number): string {
  const ofGram = 'FROM search_postings q WHERE q.store_key = ? AND q.gram = asked.gram'
  return `WITH asked(gram, sequence) AS (
      VALUES ${valuesOf(count, '(CAST(? AS INTEGER), CAST(? AS BIGINT))')}),
    placed(gram, first_sequence, next_sequence) AS MATERIALIZED (
      SELECT gram,
        (SELECT q.first_sequence ${ofGram} AND q.first_sequence <= asked.sequence
         ORDER BY q.first_sequence DESC LIMIT 1),
        (SELECT q.first_sequence ${ofGram} AND q.first_sequence > asked.sequence
         ORDER BY q.first_sequence LIMIT 1)
      FROM asked)
    SELECT p.gram, p.first_sequence, p.last_sequence, p.entry_count, p.entries, placed.next_sequence
    FROM placed CROSS JOIN search_postings p
    WHERE p.store_key = ? AND p.gram = placed.gram AND p.first_sequence = placed.first_sequence`
}

/** Writes chunks; one with the same start is replaced. */
export async function saveChunks(
  tx: WriteSql,
  storeKey: number,
  chunks: readonly Chunk[],
): Promise<void> {
  for (const some of inPowersOfTwo(chunks)) {
    await tx.run(
      `INSERT INTO search_postings (store_key, ${CHUNK_COLUMNS})
       VALUES ${valuesOf(some.length, '(?, ?, ?, ?, ?, ?)')}
       ON CONFLICT (store_key, gram, first_sequence) DO UPDATE SET
         last_sequence = excluded.last_sequence, entry_count = excluded.entry_count,
         entries = excluded.entries`,
      some.flatMap((chunk) => [
        storeKey,
        chunk.gram,
        chunk.first_sequence,
        chunk.last_sequence,
        chunk.entry_count,
        chunk.entries,
      ]),
    )
  }
}

export async function deleteChunks(
  tx: WriteSql,
  storeKey: number,
  chunks: readonly Chunk[],
): Promise<void> {
  for (const some of inPowersOfTwo(chunks)) {
    await tx.run(
      `DELETE FROM search_postings WHERE store_key = ? AND (gram, first_sequence) IN
         (VALUES ${valuesOf(some.length, '(CAST(? AS INTEGER), CAST(? AS BIGINT))')})`,
      [storeKey, ...some.flatMap((chunk) => [chunk.gram, chunk.first_sequence])],
    )
  }
}

function valuesOf(rows: number, row: string): string {
  return `${row}${`, ${row}`.repeat(rows - 1)}`
}

function* inPowersOfTwo<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let size = MAX_ROWS_PER_STATEMENT
  for (let from = 0; from < items.length; from += size) {
    while (size > items.length - from) size /= 2
    yield items.slice(from, from + size)
  }
}
