import type { Sql } from '@/lib/db/sql'
import { Blame, type BlameStart } from '@/lib/text/blame'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, readStoredText, storedText } from '../contents/stored-content'
import { isRollback, rollbacksOf } from '../undo/undo-rollbacks'
import { type BlameState, type BlameStep, type LineWriter, stateAfter } from './blame-stretch'
import { broughtBackLater } from './gone-lines'
import { type BlameSource, type KeptBlame, linesOf } from './kept-blame'
import { type BlamedRow, blamedVersions } from './sql/blame'

/** Blames on from what is kept. */
export interface BlameReading {
  kept: KeptBlame
  /** the text whose lines are those of `kept` */
  content: string
  blame: Blame<LineWriter>
}

/** Null: the text at which what is kept ends is damaged by now. */
export async function readingFrom(
  source: BlameSource,
  kept: KeptBlame,
  upTo: number,
): Promise<BlameReading | null> {
  const { sql, place } = source
  const { textSequence, lines } = kept.state
  const content = textSequence === 0 ? '' : await readStoredText(sql, place.storeKey, textSequence)
  if (typeof content !== 'string' || linesOf(content).length !== lines.length) return null
  const span = { from: kept.through + 1, to: upTo }
  const rollbacks = await rollbacksOf(sql, [place.memoryKey], span)
  const start: BlameStart<LineWriter> = {
    content,
    lines,
    ...(await broughtBackLater(source, kept, rollbacks)),
  }
  const hashes = rollbacks.map(({ sha256 }) => sha256)
  return { kept, content, blame: new Blame(hashes, start) }
}

/** A step with the text that it left; null: none that is readable. */
export interface ReadStep {
  step: BlameStep
  text: string | null
}

/** The steps of some versions, given in order, which follow what was kept or read. */
export async function* readSteps(
  source: BlameSource,
  { kept, blame }: BlameReading,
  rows: AsyncIterable<BlamedRow[]>,
): AsyncGenerator<ReadStep> {
  const { sql, place, maybeYield } = source
  let { state } = kept
  for await (const page of rows) {
    for (const part of partsOf(page)) {
      const sequences = part.map(({ sequence }) => sequence)
      const contents = await readContents(sql, place.storeKey, sequences, maybeYield)
      for (const row of part) {
        const read = stepOf(row, storedText(contents.get(row.sequence)), { state, blame })
        if (!read) continue
        state = stateAfter(state, read.step)
        yield read
        await maybeYield()
      }
    }
  }
}

function stepOf(
  { sequence, redactedAt, sha256, batchKind }: BlamedRow,
  text: ReturnType<typeof storedText>,
  { state, blame }: { state: BlameState; blame: Blame<LineWriter> },
): ReadStep | null {
  if (redactedAt !== null) return { step: { kind: 'emptied', sequence }, text: null }
  if (text === null) return null
  if (typeof text !== 'string') return { step: { kind: 'damaged', sequence }, text: null }
  const bringsBack = isRollback(batchKind)
  const writer: LineWriter = {
    sequence,
    before: state.textSequence,
    wrote: 0,
    // What it brought back may be of any version that is not known any more.
    isOrEarlier: state.isUnreadSince || (bringsBack && state.isSomeUnread),
  }
  writer.wrote = blame.add({ content: text, writer, hash: sha256, isRollback: bringsBack })
  return { step: { kind: 'text', writer, lines: blame.result }, text }
}

/** Versions whose contents are read at once share what their deltas are against. */
const MAX_BYTES = 4 * 1024 * 1024

function* partsOf(rows: readonly BlamedRow[]): Generator<BlamedRow[]> {
  for (let left = rows; left.length > 0;) {
    const part = withinBytes(left, MAX_BYTES)
    yield part
    left = left.slice(part.length)
  }
}

/** The first of them whose contents are not more, but at least one. */
export function withinBytes(rows: readonly BlamedRow[], maxBytes: number): BlamedRow[] {
  let bytes = 0
  const end = rows.findIndex(({ size }, index) => {
    bytes += size ?? 0
    return index > 0 && bytes > maxBytes
  })
  return rows.slice(0, end < 0 ? rows.length : end)
}

/** The versions after one up to another, page by page. */
export async function* versionsBetween(
  sql: Sql,
  memoryKey: number,
  { after, upTo }: { after: number; upTo: number },
): AsyncGenerator<BlamedRow[]> {
  for (let from = after; ;) {
    const wanted = { memoryKey, after: from, upTo, limit: CONTENTS_PER_PAGE }
    const rows = await blamedVersions(sql, wanted)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CONTENTS_PER_PAGE) return
    from = last.sequence
  }
}
