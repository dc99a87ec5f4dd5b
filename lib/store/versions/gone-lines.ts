import { createHash } from 'node:crypto'
import type { BlameStart } from '@/lib/text/blame'
import { chunked } from '@/lib/text/chunked'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, storedText } from '../contents/stored-content'
import type { RollbackRow } from '../undo/undo-rollbacks'
import { goneIn, type LineWriter, stateIn, type WrittenLine } from './blame-stretch'
import { type BlameSource, type KeptBlame, linesOf } from './kept-blame'
import { goneBefore, newestWithHashes, stretchAt } from './sql/blame'

/**
 * The lines that rollbacks bring back from before what is kept: the texts that they leave, found by their
 * hashes, and lines that went, found by 32 bits of their hash in the stretches and compared then.
 */

type BroughtBack = Pick<BlameStart<LineWriter>, 'gone' | 'texts'>

/** For the rollbacks that follow what is kept. */
export async function broughtBackLater(
  source: BlameSource,
  kept: KeptBlame,
  rollbacks: readonly RollbackRow[],
): Promise<BroughtBack> {
  if (kept.through === 0 || rollbacks.length === 0) return { gone: [], texts: new Map() }
  const known = new KnownLines()
  for (const line of kept.state.lines) known.same(line)
  const hashes = [...new Set(rollbacks.map(({ sha256 }) => sha256))]
  const texts = await textsWithHashes(source, kept.through, hashes)
  const wanted = await wantedTexts(source, rollbacks, texts)
  return {
    texts: new Map(
      [...texts].map(([hash, lines]) => [hash, lines.map((line) => known.same(line))] as const),
    ),
    gone: await new GoneLines(source, kept, { known, wanted }).find(),
  }
}

/** Lines by who wrote them and where, so that each is one object. */
class KnownLines {
  private readonly lines = new Map<number, Map<number, WrittenLine>>()

  /** The line that is the same as this one, which it is if there was none. */
  same(line: WrittenLine): WrittenLine {
    const { writer, at } = line
    const ofWriter = this.lines.get(writer.sequence) ?? new Map<number, WrittenLine>()
    this.lines.set(writer.sequence, ofWriter)
    const known = ofWriter.get(at) ?? line
    ofWriter.set(at, known)
    return known
  }
}

/** The lines of the newest text up to a sequence with each of these hashes. */
async function textsWithHashes(
  { sql, place, maybeYield }: BlameSource,
  through: number,
  hashes: readonly string[],
): Promise<Map<string, readonly WrittenLine[]>> {
  const texts = new Map<string, readonly WrittenLine[]>()
  const { memoryKey } = place
  const found = await newestWithHashes(sql, { memoryKey, upTo: through }, hashes)
  for (const { sha256, sequence } of found) {
    const stretch = await stretchAt(sql, place, sequence)
    const state = stretch && stateIn(stretch, sequence)
    if (state?.textSequence === sequence) {
      texts.set(sha256, state.lines)
      continue
    }
    // It was damaged when its stretch was kept, so that it is no text: an older one may be.
    const older = await textsWithHashes({ sql, place, maybeYield }, sequence - 1, [sha256])
    for (const [hash, lines] of older) texts.set(hash, lines)
  }
  return texts
}

/**
 * The lines that rollbacks may have to look for among those that are gone, with how often at most:
 * those of rollbacks that leave no known text, in however many of any.
 */
async function wantedTexts(
  { sql, place, maybeYield }: BlameSource,
  rollbacks: readonly RollbackRow[],
  texts: ReadonlyMap<string, unknown>,
): Promise<Map<string, number>> {
  const wanted = new Set<string>()
  const counts = new Map<string, number>()
  if (rollbacks.every(({ sha256 }) => texts.has(sha256))) return counts
  for (const some of chunked(rollbacks, CONTENTS_PER_PAGE)) {
    const sequences = some.map(({ sequence }) => sequence)
    const contents = await readContents(sql, place.storeKey, sequences, maybeYield)
    for (const { sequence, sha256 } of some) {
      const text = storedText(contents.get(sequence))
      if (typeof text !== 'string') continue
      for (const line of linesOf(text)) {
        counts.set(line, (counts.get(line) ?? 0) + 1)
        if (!texts.has(sha256)) wanted.add(line)
      }
    }
  }
  return new Map([...counts].filter(([line]) => wanted.has(line)))
}

const STRETCHES_PER_PAGE = 64

/** A line that went, and the texts that it may have by its hash. */
interface Candidate {
  line: WrittenLine
  texts: readonly string[]
}

class GoneLines {
  private readonly byHash = new Map<number, string[]>()
  /** lines that stand, or were looked at */
  private readonly seen: Set<WrittenLine>
  /** the last gone first */
  private readonly found: { text: string; line: WrittenLine }[] = []

  private readonly known: KnownLines
  /** how many may still be needed of each text */
  private readonly wanted: Map<string, number>

  constructor(
    private readonly source: BlameSource,
    private readonly kept: KeptBlame,
    { known, wanted }: { known: KnownLines; wanted: Map<string, number> },
  ) {
    this.known = known
    this.wanted = wanted
    this.seen = new Set(kept.state.lines)
    for (const text of wanted.keys()) {
      const hash = hashOfLine(text)
      this.byHash.set(hash, [...(this.byHash.get(hash) ?? []), text])
    }
  }

  /** The last gone last. */
  async find(): Promise<{ text: string; line: WrittenLine }[]> {
    const { sql, place, maybeYield } = this.source
    for (let before = this.kept.through + 1; this.isWanting();) {
      const rows = await goneBefore(sql, place, { before, limit: STRETCHES_PER_PAGE })
      const candidates: Candidate[] = []
      for (const { firstSequence, goneHashes } of rows) {
        candidates.push(...(await this.candidatesIn(firstSequence, goneHashes)))
        await maybeYield()
      }
      await this.takeFrom(candidates)
      const last = rows.at(-1)
      if (!last || rows.length < STRETCHES_PER_PAGE) break
      before = last.firstSequence
    }
    return this.found.toReversed()
  }

  private isWanting(): boolean {
    return [...this.wanted.values()].some((count) => count > 0)
  }

  /** The last gone first. */
  private async candidatesIn(firstSequence: number, hashes: Uint8Array): Promise<Candidate[]> {
    const numbers = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength)
    const places: { at: number; texts: readonly string[] }[] = []
    for (let at = hashes.byteLength / 4 - 1; at >= 0; at--) {
      const texts = this.byHash.get(numbers.getUint32(at * 4, true))
      if (texts) places.push({ at, texts })
    }
    if (places.length === 0) return []
    const { sql, place } = this.source
    const stretch = await stretchAt(sql, place, firstSequence)
    // It was dropped since: its hashes say nothing any more.
    if (stretch?.firstSequence !== firstSequence) return []
    const gone = goneIn(stretch)
    return places.flatMap(({ at, texts }) => {
      const line = gone[at]
      return line ? [{ line: this.known.same(line), texts }] : []
    })
  }

  /** Of equal hashes and other texts there may be any number: goes on until enough are equal. */
  private async takeFrom(candidates: readonly Candidate[]): Promise<void> {
    for (let left = candidates; left.length > 0;) {
      const { picked, others } = this.picked(left)
      if (picked.length === 0) return
      await this.take(picked)
      left = others
    }
  }

  private picked(candidates: readonly Candidate[]): Record<'picked' | 'others', Candidate[]> {
    const pending = new Map<string, number>()
    const picked: Candidate[] = []
    const others: Candidate[] = []
    for (const candidate of candidates) {
      if (this.seen.has(candidate.line)) continue
      const open = candidate.texts.filter(
        (text) => (pending.get(text) ?? 0) < (this.wanted.get(text) ?? 0),
      )
      if (open.length === 0) {
        others.push(candidate)
        continue
      }
      this.seen.add(candidate.line)
      for (const text of open) pending.set(text, (pending.get(text) ?? 0) + 1)
      picked.push(candidate)
    }
    return { picked, others }
  }

  private async take(candidates: readonly Candidate[]): Promise<void> {
    const { sql, place, maybeYield } = this.source
    const writers = [...new Set(candidates.map(({ line }) => line.writer.sequence))]
    const lines = new Map<number, readonly string[]>()
    for (const some of chunked(writers, CONTENTS_PER_PAGE)) {
      const contents = await readContents(sql, place.storeKey, some, maybeYield)
      for (const sequence of some) {
        const text = storedText(contents.get(sequence))
        if (typeof text === 'string') lines.set(sequence, linesOf(text))
      }
    }
    for (const { line } of candidates) {
      const text = lines.get(line.writer.sequence)?.[line.at]
      const count = text === undefined ? 0 : (this.wanted.get(text) ?? 0)
      if (text === undefined || count === 0) continue
      this.wanted.set(text, count - 1)
      this.found.push({ text, line })
    }
  }
}

/** 32 bits. */
export function hashOfLine(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE(0)
}
