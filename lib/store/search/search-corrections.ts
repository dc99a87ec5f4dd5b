import type { WriteSql } from '@/lib/db/sql'
import { decodePostings } from '@/lib/text/postings'
import { chunksOf } from './search-index'
import { type Chunk, chunksAt, deleteChunks, saveChunks } from './sql/postings'

/** Corrections of the search index's entries of changes, executed together. */
export class SearchCorrections {
  private readonly bySequence = new Map<number, { before: Int32Array; after: Int32Array }>()

  /** For a change that is corrected again, `before` is the result of the last correction. */
  add(sequence: number, grams: { before: Int32Array; after: Int32Array }): void {
    const before = this.bySequence.get(sequence)?.before ?? grams.before
    this.bySequence.set(sequence, { before, after: grams.after })
  }

  /** Each round corrects one chunk of each gram, until no corrections are left. */
  async execute(tx: WriteSql, storeKey: number): Promise<void> {
    let waiting = this.byGram()
    while (waiting.size > 0) waiting = await correctOneChunkEach(tx, storeKey, waiting)
    this.bySequence.clear()
  }

  private byGram(): GramEdits {
    const edits = new Map<number, Edit[]>()
    for (const sequence of ascending(this.bySequence.keys())) {
      const { before, after } = this.bySequence.get(sequence) ?? {}
      const had = new Set(before)
      const has = new Set(after)
      for (const gram of had) if (!has.has(gram)) note(edits, gram, { sequence, isListed: false })
      for (const gram of has) if (!had.has(gram)) note(edits, gram, { sequence, isListed: true })
    }
    return edits
  }
}

/** A change to add to a gram's list, or to remove from it. */
interface Edit {
  sequence: number
  isListed: boolean
}

/** By gram; each list is ascending and not empty. */
type GramEdits = ReadonlyMap<number, readonly Edit[]>

function note(edits: Map<number, Edit[]>, gram: number, edit: Edit): void {
  const known = edits.get(gram)
  if (known) known.push(edit)
  else edits.set(gram, [edit])
}

function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((one, other) => one - other)
}

/** Returns what is left. */
async function correctOneChunkEach(
  tx: WriteSql,
  storeKey: number,
  edits: GramEdits,
): Promise<GramEdits> {
  // In row order, so that neighbours are found on the same pages.
  const grams = ascending(edits.keys())
  const keys = grams.map((gram) => ({ gram, sequence: edits.get(gram)?.[0]?.sequence ?? 0 }))
  const found = await chunksAt(tx, storeKey, keys)
  const chunkOf = new Map(found.map((chunk) => [chunk.gram, chunk]))
  const written: Chunk[] = []
  const gone: Chunk[] = []
  const left = new Map<number, readonly Edit[]>()
  for (const gram of grams) {
    const all = edits.get(gram) ?? []
    const chunk = chunkOf.get(gram)
    const mine = chunk ? all.filter(isBefore(chunk.nextSequence)) : all.slice(0, 1)
    if (mine.length < all.length) left.set(gram, all.slice(mine.length))
    const pieces = chunksOf(gram, edited(chunk, mine))
    written.push(...pieces)
    if (chunk && chunk.firstSequence !== pieces[0]?.firstSequence) gone.push(chunk)
  }
  await deleteChunks(tx, storeKey, gone)
  await saveChunks(tx, storeKey, written)
  return left
}

function isBefore(end: number | null): (edit: Edit) => boolean {
  return ({ sequence }) => end === null || sequence < end
}

function edited(chunk: Chunk | undefined, edits: readonly Edit[]): number[] {
  const sequences = new Set(chunk ? decodePostings(chunk.entries) : [])
  for (const { sequence, isListed } of edits) {
    if (isListed) sequences.add(sequence)
    else sequences.delete(sequence)
  }
  return ascending(sequences)
}
