import type { Sql, WriteSql } from '@/lib/db/sql'
import { decodePostings, encodePostings, extendedPostings, inLists } from '@/lib/text/postings'
import { type Chunk, chunkBefore, entriesBetween, newestChunksOf, saveChunks } from './sql/postings'

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
  const chunks = await newestChunksOf(sql, storeKey, grams)
  return new Map(chunks.map((chunk) => [chunk.gram, chunk]))
}

/** The chunks to write: the newest one filled up, and new ones for the rest. */
function extended(gram: number, tail: Chunk | undefined, sequences: readonly number[]): Chunk[] {
  if (!tail || !hasRoom(tail)) return chunksOf(gram, sequences)
  const entries = extendedPostings(tail.entries, tail.lastSequence, sequences)
  if (entries.length > CHUNK_BYTES) {
    return chunksOf(gram, [...decodePostings(tail.entries), ...sequences])
  }
  const lastSequence = sequences.at(-1) ?? tail.lastSequence
  const entryCount = tail.entryCount + sequences.length
  return [{ gram, firstSequence: tail.firstSequence, lastSequence, entryCount, entries }]
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
    const chunk = await chunkBefore(sql, { storeKey, gram: rarest, before })
    if (!chunk) return
    let found = decodePostings(chunk.entries).filter((sequence) => sequence <= upTo)
    for (const gram of others) found = await intersect(sql, storeKey, gram, found)
    if (found.length > 0) yield found.reverse()
    before = chunk.firstSequence
  }
}

function density(chunk: Chunk): number {
  return chunk.entryCount / (chunk.lastSequence - chunk.firstSequence + 1)
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
  const limit = MAX_CHUNKS_TO_INTERSECT + 1
  const entries = await entriesBetween(sql, { storeKey, gram, first, last, limit })
  if (entries.length > MAX_CHUNKS_TO_INTERSECT) return sequences
  const present = new Set(entries.flatMap(decodePostings))
  return sequences.filter((sequence) => present.has(sequence))
}

/**
 * The most bytes of a chunk. A much longer row no longer fits into a page of SQLite's b-tree with
 * its neighbours: it would overflow, and every step of a tree search would read it whole.
 */
const CHUNK_BYTES = 800

/** The sequences of a gram, ascending, in chunks as full as possible. */
export function chunksOf(gram: number, sequences: readonly number[]): Chunk[] {
  return inLists(sequences, CHUNK_BYTES).map((list) => ({
    gram,
    firstSequence: list[0] ?? 0,
    lastSequence: list.at(-1) ?? 0,
    entryCount: list.length,
    entries: encodePostings(list),
  }))
}

function hasRoom(chunk: Chunk): boolean {
  return chunk.entries.length < CHUNK_BYTES
}
