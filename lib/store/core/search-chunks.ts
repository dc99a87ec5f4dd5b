import type { Sql, WriteSql } from '@/lib/db/sql'
import { encodePostings, inLists } from '@/lib/text/postings'

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

export const CHUNK_COLUMNS = 'gram, first_sequence, last_sequence, entry_count, entries'

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

export function hasRoom(chunk: Chunk): boolean {
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
