import type { Sql, WriteSql } from '@/lib/db/sql'
import { encodePostings, inLists } from '@/lib/text/postings'

/** The rows of the search index: of a gram, the numbers of some changes that follow each other. */
export interface Chunk {
  gram: number
  first_sequence: number
  last_sequence: number
  entry_count: number
  entries: Buffer
}

/**
 * A chunk has at most so many bytes. A row with much more no longer fits into a page of SQLite's
 * b-tree with its neighbours; it would spill, and every step of a search through the tree read it whole.
 */
const CHUNK_BYTES = 800

/** Rows a statement; the sizes of the rest are powers of two, so that few statements are prepared. */
const MAX_ROWS_A_STATEMENT = 128

export const CHUNK_COLUMNS = 'gram, first_sequence, last_sequence, entry_count, entries'

/** The numbers of a gram, ascending, in chunks that are as full as they can be. */
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

/** Where to look for a chunk: the one that would hold the change. */
export interface ChunkPlace {
  gram: number
  sequence: number
}

export interface FoundChunk extends Chunk {
  /** where the gram's next chunk begins; null: it has none */
  next_sequence: number | null
}

/** The chunks in whose range the places lie; none for a place before the first chunk of its gram. */
export async function chunksAt(
  sql: Sql,
  storeKey: number,
  places: readonly ChunkPlace[],
): Promise<FoundChunk[]> {
  const found: FoundChunk[] = []
  for (const some of inPowersOfTwo(places)) {
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

/** First where each chunk begins, then the rows: in one step SQLite goes through all chunks of a gram. */
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

/** Writes chunks; one that begins where another did takes its place. */
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
  let size = MAX_ROWS_A_STATEMENT
  for (let from = 0; from < items.length; from += size) {
    while (size > items.length - from) size /= 2
    yield items.slice(from, from + size)
  }
}
