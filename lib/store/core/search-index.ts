import type { Sql, WriteSql } from '@/lib/db/sql'
import { decodePostings, encodePostings, inLists } from '@/lib/text/postings'

/**
 * The inverted index of a store: for each gram the numbers of the changes that added a line with
 * it, in chunks. Written by us and the same on both databases, because a full-text engine keeps
 * words after their rows are gone (architecture.md, Erasing) and none of them finds substrings in
 * every script on both. Grams are hashes; who finds a candidate still looks at the text.
 */

/**
 * A chunk has at most so many bytes. A row with much more no longer fits into a page of SQLite's
 * b-tree with its neighbours; it would spill, and every step of a search through the tree read it whole.
 */
const CHUNK_BYTES = 800

/** Rows a statement; the sizes of the rest are powers of two, so that few statements are prepared. */
const MAX_ROWS_A_STATEMENT = 128

interface Chunk {
  gram: number
  first_sequence: number
  last_sequence: number
  entry_count: number
  entries: Buffer
}

/** The grams of several changes: for each gram the changes' numbers, ascending. */
export type GramEntries = ReadonlyMap<number, readonly number[]>

/** Adds changes that are newer than all that the index holds. */
export async function appendEntries(
  tx: WriteSql,
  storeKey: number,
  entries: GramEntries,
): Promise<void> {
  // In the order of the rows, so that neighbours are found on the same pages.
  const ascending = [...entries.keys()].sort((one, other) => one - other)
  const tails = new Map<number, Chunk>()
  for (const grams of inPowersOfTwo(ascending)) {
    for (const chunk of await lastChunks(tx, storeKey, grams)) tails.set(chunk.gram, chunk)
  }
  const chunks: Chunk[] = []
  for (const gram of ascending) {
    chunks.push(...extended(gram, tails.get(gram), entries.get(gram) ?? []))
  }
  await saveChunks(tx, storeKey, chunks)
}

/** The chunks that have to be written: the newest one filled up, and what does not fit into it. */
function extended(gram: number, tail: Chunk | undefined, sequences: readonly number[]): Chunk[] {
  const isRoomLeft = tail !== undefined && tail.entries.length < CHUNK_BYTES
  const together = isRoomLeft ? [...decodePostings(tail.entries), ...sequences] : sequences
  return inLists(together, CHUNK_BYTES).map((list) => chunkOf(gram, list))
}

function chunkOf(gram: number, sequences: readonly number[]): Chunk {
  return {
    gram,
    first_sequence: sequences[0] ?? 0,
    last_sequence: sequences.at(-1) ?? 0,
    entry_count: sequences.length,
    entries: encodePostings([...sequences]),
  }
}

async function lastChunks(sql: Sql, storeKey: number, grams: readonly number[]): Promise<Chunk[]> {
  // First where each begins, then the rows: in one step SQLite goes through all chunks of a gram.
  return sql.all<Chunk>(
    `WITH asked(gram) AS (VALUES ${valuesOf(grams.length, '(CAST(? AS INTEGER))')}),
     newest(gram, first_sequence) AS MATERIALIZED (
       SELECT gram, (SELECT q.first_sequence FROM search_postings q
         WHERE q.store_key = ? AND q.gram = asked.gram ORDER BY q.first_sequence DESC LIMIT 1)
       FROM asked)
     SELECT p.gram, p.first_sequence, p.last_sequence, p.entry_count, p.entries
     FROM newest CROSS JOIN search_postings p
     WHERE p.store_key = ? AND p.gram = newest.gram AND p.first_sequence = newest.first_sequence`,
    [...grams, storeKey, storeKey],
  )
}

async function saveChunks(tx: WriteSql, storeKey: number, chunks: readonly Chunk[]): Promise<void> {
  for (const some of inPowersOfTwo(chunks)) {
    await tx.run(
      `INSERT INTO search_postings (store_key, gram, first_sequence, last_sequence, entry_count, entries)
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

/** Changes what the index says of one change: some grams go, some come. */
export async function replaceEntry(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
  grams: { before: Iterable<number>; after: Iterable<number> },
): Promise<void> {
  const before = new Set(grams.before)
  const after = new Set(grams.after)
  for (const gram of before) {
    if (!after.has(gram)) await rewriteChunk(tx, storeKey, gram, sequence, without(sequence))
  }
  for (const gram of after) {
    if (!before.has(gram)) await rewriteChunk(tx, storeKey, gram, sequence, withEntry(sequence))
  }
}

const without = (sequence: number) => (sequences: number[]) =>
  sequences.filter((each) => each !== sequence)

const withEntry = (sequence: number) => (sequences: number[]) =>
  [...new Set([...sequences, sequence])].sort((one, other) => one - other)

/** Rewrites the chunk in whose range a change lies; the new one may begin elsewhere, or be gone. */
async function rewriteChunk(
  tx: WriteSql,
  storeKey: number,
  gram: number,
  sequence: number,
  rewrite: (sequences: number[]) => number[],
): Promise<void> {
  const chunk = await tx.get<Chunk>(
    `SELECT gram, first_sequence, last_sequence, entry_count, entries FROM search_postings
     WHERE store_key = ? AND gram = ? AND first_sequence <= ? ORDER BY first_sequence DESC LIMIT 1`,
    [storeKey, gram, sequence],
  )
  const sequences = rewrite(chunk ? decodePostings(chunk.entries) : [])
  if (chunk) {
    await tx.run(
      'DELETE FROM search_postings WHERE store_key = ? AND gram = ? AND first_sequence = ?',
      [storeKey, gram, chunk.first_sequence],
    )
  }
  await saveChunks(
    tx,
    storeKey,
    inLists(sequences, CHUNK_BYTES).map((list) => chunkOf(gram, list)),
  )
}

/** Grams beyond the rarest few hardly narrow a search any further. */
const MAX_GRAMS = 4

/** More chunks of a common gram than this cost more to read than the candidates they would exclude. */
const MAX_CHUNKS_TO_INTERSECT = 64

/**
 * The changes that may have added a text with all these grams, newest first, in pages; none is
 * missing, some may be there in vain. `upTo` is the newest change to look at.
 */
export async function* candidates(
  sql: Sql,
  storeKey: number,
  grams: readonly number[],
  upTo: number,
): AsyncGenerator<number[]> {
  const newest: Chunk[] = []
  for (const some of inPowersOfTwo(grams)) newest.push(...(await lastChunks(sql, storeKey, some)))
  if (newest.length < grams.length) return
  const [rarest, ...others] = newest
    .sort((one, other) => density(one) - density(other))
    .slice(0, MAX_GRAMS)
    .map((chunk) => chunk.gram)
  if (rarest === undefined) return
  for (let before = upTo + 1; ;) {
    const chunk = await sql.get<Chunk>(
      `SELECT gram, first_sequence, last_sequence, entry_count, entries FROM search_postings
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
