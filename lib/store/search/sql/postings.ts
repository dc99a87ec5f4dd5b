import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Rows of the search index: compressing adds to it after each change, redactions correct it, and
 * agents' searches read it.
 */

const CHUNK = columns('p', 'searchPosting', ['gram', 'firstSequence', 'lastSequence', 'entryCount'])

/** For one gram, a run of its ascending sequences. */
export type Chunk = RowOf<typeof CHUNK> & { entries: Buffer }

/** The newest chunk of a gram that begins before a change. */
export function chunkBefore(
  sql: Sql,
  { storeKey, gram, before }: { storeKey: number; gram: number; before: number },
): Promise<Chunk | undefined> {
  return sql.get<Chunk>(
    `SELECT ${CHUNK.list}, p.entries FROM search_postings p
     WHERE p.store_key = ? AND p.gram = ? AND p.first_sequence < ?
     ORDER BY p.first_sequence DESC LIMIT 1`,
    [storeKey, gram, before],
  )
}

/** Returns the entries of a gram's chunks from one change to another, both included. */
export async function entriesBetween(
  sql: Sql,
  asked: { storeKey: number; gram: number; first: number; last: number; limit: number },
): Promise<Buffer[]> {
  const { storeKey, gram, first, last, limit } = asked
  const rows = await sql.all<Pick<Chunk, 'entries'>>(
    `SELECT p.entries FROM search_postings p
     WHERE p.store_key = ? AND p.gram = ? AND p.first_sequence <= ?
       AND p.first_sequence >= coalesce((SELECT max(q.first_sequence) FROM search_postings q
         WHERE q.store_key = ? AND q.gram = ? AND q.first_sequence <= ?), 0) LIMIT ?`,
    [storeKey, gram, last, storeKey, gram, first, limit],
  )
  return rows.map(({ entries }) => entries)
}

/** Identifies a chunk: the one that would contain this change. */
interface ChunkKey {
  gram: number
  sequence: number
}

const OF_GRAM = 'FROM search_postings q WHERE q.store_key = ? AND q.gram = asked.gram'

/** The newest chunks of these grams; those that have none are left out. */
export async function newestChunksOf(
  sql: Sql,
  storeKey: number,
  grams: readonly number[],
): Promise<Chunk[]> {
  const found: Chunk[] = []
  for (const some of inPowersOfTwo(grams)) {
    const rows = await sql.all<Chunk>(
      `WITH asked(gram) AS (VALUES ${valuesOf(some.length, '(CAST(? AS INTEGER))')}),
       placed(gram, first_sequence) AS MATERIALIZED (
         SELECT gram, (SELECT q.first_sequence ${OF_GRAM} ORDER BY q.first_sequence DESC LIMIT 1)
         FROM asked)
       SELECT ${CHUNK.list}, p.entries FROM placed CROSS JOIN search_postings p
       WHERE p.store_key = ? AND p.gram = placed.gram AND p.first_sequence = placed.first_sequence`,
      [...some, storeKey, storeKey],
    )
    for (const row of rows) found.push(row)
  }
  return found
}

type FoundChunk = Chunk & {
  /** where the gram's next chunk begins; null: there is none */
  nextSequence: number | null
}

/**
 * The chunks whose ranges contain these keys; none for a key before its gram's first chunk. First
 * finds each chunk's start, then the rows: in a single step SQLite would scan all chunks of a gram.
 */
export async function chunksAt(
  sql: Sql,
  storeKey: number,
  keys: readonly ChunkKey[],
): Promise<FoundChunk[]> {
  const found: FoundChunk[] = []
  for (const some of inPowersOfTwo(keys)) {
    const rows = await sql.all<FoundChunk>(
      `WITH asked(gram, sequence) AS (
         VALUES ${valuesOf(some.length, '(CAST(? AS INTEGER), CAST(? AS BIGINT))')}),
       placed(gram, first_sequence, next_sequence) AS MATERIALIZED (
         SELECT gram,
           (SELECT q.first_sequence ${OF_GRAM} AND q.first_sequence <= asked.sequence
            ORDER BY q.first_sequence DESC LIMIT 1),
           (SELECT q.first_sequence ${OF_GRAM} AND q.first_sequence > asked.sequence
            ORDER BY q.first_sequence LIMIT 1)
         FROM asked)
       SELECT ${CHUNK.list}, p.entries, placed.next_sequence AS "nextSequence"
       FROM placed CROSS JOIN search_postings p
       WHERE p.store_key = ? AND p.gram = placed.gram AND p.first_sequence = placed.first_sequence`,
      [...some.flatMap(({ gram, sequence }) => [gram, sequence]), storeKey, storeKey, storeKey],
    )
    found.push(...rows)
  }
  return found
}

/** Writes chunks; one with the same start is replaced. */
export async function saveChunks(
  tx: WriteSql,
  storeKey: number,
  chunks: readonly Chunk[],
): Promise<void> {
  for (const some of inPowersOfTwo(chunks)) {
    await tx.run(
      `INSERT INTO search_postings
         (store_key, gram, first_sequence, last_sequence, entry_count, entries)
       VALUES ${valuesOf(some.length, '(?, ?, ?, ?, ?, ?)')}
       ON CONFLICT (store_key, gram, first_sequence) DO UPDATE SET
         last_sequence = excluded.last_sequence, entry_count = excluded.entry_count,
         entries = excluded.entries`,
      some.flatMap(({ gram, firstSequence, lastSequence, entryCount, entries }) => [
        storeKey,
        gram,
        firstSequence,
        lastSequence,
        entryCount,
        entries,
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
      [storeKey, ...some.flatMap(({ gram, firstSequence }) => [gram, firstSequence])],
    )
  }
}

function valuesOf(rows: number, row: string): string {
  return `${row}${`, ${row}`.repeat(rows - 1)}`
}

/** Rows per statement; remainders use powers of two, so that few statements are prepared. */
const MAX_ROWS_PER_STATEMENT = 128

function* inPowersOfTwo<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let size = MAX_ROWS_PER_STATEMENT
  for (let from = 0; from < items.length; from += size) {
    while (size > items.length - from) size /= 2
    yield items.slice(from, from + size)
  }
}
