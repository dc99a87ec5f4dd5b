import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { goneFrom } from '@/lib/text/blame'
import { turns } from '@/lib/turns'
import { lockedProgress } from '../contents/sql/compression'
import { isRollback } from '../undo/undo-rollbacks'
import { type BlameReading, readingFrom, readSteps, withinBytes } from './blame-reading'
import {
  type BlameStep,
  encodeState,
  encodeSteps,
  stateAfter,
  VERSIONS_PER_STRETCH,
} from './blame-stretch'
import { hashOfLine } from './gone-lines'
import { type BlameSource, type KeptBlame, keptUpTo, linesOf } from './kept-blame'
import {
  type BlamedRow,
  blamedVersions,
  deleteDue,
  deleteStretches,
  type DueRow,
  freeDue,
  insertDue,
  insertStretch,
  lockedDue,
  type MemoryPlace,
  outdateDue,
} from './sql/blame'

/** A stretch of larger versions is shorter. */
const MAX_STRETCH_BYTES = 4 * 1024 * 1024

/** Limit on what one transaction keeps. */
export interface KeptAtOnce {
  /** left out: as many as a stretch has */
  versions?: number
  /** left out: a few; each costs some ten milliseconds of the processor */
  stretches?: number
}

/** Stretches are written together: a commit costs more than what it writes. */
const STRETCHES_AT_ONCE = 8

/**
 * Keeps whose the lines of a memory are for its next versions, in a short transaction; returns
 * whether there are more. What a redaction meanwhile changed is not kept.
 */
export async function keepStretches(
  db: Database,
  due: DueRow,
  { versions = VERSIONS_PER_STRETCH, stretches = STRETCHES_AT_ONCE }: KeptAtOnce = {},
): Promise<boolean> {
  const source: BlameSource = { sql: db.bulk, place: due, maybeYield: turns() }
  const made: Stretch[] = []
  let kept = await keptUpTo(source, Number.MAX_SAFE_INTEGER)
  for (let left = stretches; left > 0; left--) {
    const next = await nextStretch(source, kept, { versions, areAllStored: made.length === 0 })
    if (next === 'damaged' && made.length === 0) return dropLast(db, due, kept)
    if (next === null || next === 'damaged') break
    made.push(next.stretch)
    kept = next.kept
  }
  return whileDue(db, due, async (tx) => {
    for (const stretch of made) await insertStretch(tx, due, stretch)
    // Others may have been written since.
    const after = { memoryKey: due.memoryKey, after: kept.through, upTo: Number.MAX_SAFE_INTEGER }
    const hasMore = (await blamedVersions(tx, { ...after, limit: versions })).length === versions
    await (hasMore ? freeDue(tx, due) : deleteDue(tx, due))
    return hasMore
  })
}

/** Drops the stretch whose last text is damaged by now, so that it is kept as damaged. */
function dropLast(db: Database, due: DueRow, { state }: KeptBlame): Promise<boolean> {
  return whileDue(db, due, async (tx) => {
    await deleteStretches(tx, due, state.textSequence)
    await freeDue(tx, due)
    return true
  })
}

/** Writes if the memory is due since the same change; returns what it returns, or else false. */
function whileDue(
  db: Database,
  due: DueRow,
  write: (tx: WriteSql) => Promise<boolean>,
): Promise<boolean> {
  return db.write(async (tx) => {
    const now = await lockedDue(tx, due)
    return now?.sinceSequence === due.sinceSequence && write(tx)
  })
}

type Stretch = Parameters<typeof insertStretch>[2]

/**
 * Null: fewer versions are left than a stretch has, or a rollback among them may reach into stretches
 * that are not stored yet.
 */
async function nextStretch(
  source: BlameSource,
  kept: KeptBlame,
  { versions, areAllStored }: { versions: number; areAllStored: boolean },
): Promise<{ stretch: Stretch; kept: KeptBlame } | 'damaged' | null> {
  const { sql, place } = source
  const span = { after: kept.through, upTo: Number.MAX_SAFE_INTEGER }
  const all = await blamedVersions(sql, { memoryKey: place.memoryKey, ...span, limit: versions })
  const rows = withinBytes(all, MAX_STRETCH_BYTES)
  const [first, last] = [rows[0], rows.at(-1)]
  if (all.length < versions || !first || !last) return null
  if (!areAllStored && rows.some(({ batchKind }) => isRollback(batchKind))) return null
  const reading = await readingFrom(source, kept, last.sequence)
  if (!reading) return 'damaged'
  const numbers = {
    firstSequence: first.sequence,
    lastSequence: last.sequence,
    lastOrdinal: last.ordinal,
  }
  const { state, ...bytes } = await read(source, reading, rows)
  return {
    stretch: { ...numbers, ...bytes },
    kept: { state, through: last.sequence, ordinal: last.ordinal },
  }
}

async function read(source: BlameSource, reading: BlameReading, rows: readonly BlamedRow[]) {
  const start = reading.kept.state
  const lines = encodeState(start)
  const steps: BlameStep[] = []
  const hashes: number[] = []
  let state = start
  let texts = linesOf(reading.content)
  for await (const { step, text } of readSteps(source, reading, once(rows))) {
    steps.push(step)
    if (step.kind === 'text' && text !== null) {
      for (const { at } of goneFrom(state.lines, new Set(step.lines))) {
        hashes.push(hashOfLine(texts[at] ?? ''))
      }
      texts = linesOf(text)
    }
    state = stateAfter(state, step)
  }
  return { state, lines, edits: encodeSteps(start, steps), goneHashes: bytesOf(hashes) }
}

async function* once(rows: readonly BlamedRow[]): AsyncGenerator<BlamedRow[]> {
  yield [...rows]
}

function bytesOf(hashes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * 4)
  const numbers = new DataView(bytes.buffer)
  hashes.forEach((hash, at) => numbers.setUint32(at * 4, hash, true))
  return bytes
}

/** Keeps all that is to be kept of a memory, for a reader who otherwise reads as much and keeps nothing. */
export async function keepAllOf(
  db: Database,
  { place, headSequence }: { place: MemoryPlace; headSequence: number },
  atOnce?: KeptAtOnce,
): Promise<void> {
  await db.write(async (tx) => {
    // Who redacts tells those who are due by then (`dropBlame`): nobody becomes so in between.
    await lockedProgress(tx, place.storeKey, 'wait')
    await insertDue(tx, { ...place, sinceSequence: headSequence })
  })
  for (;;) {
    const due = await db.write((tx) => lockedDue(tx, place))
    if (!due || !(await keepStretches(db, due, atOnce))) return
  }
}

/** Has it kept, in the background, whose the lines are up to a version that is a stretch's last. */
export async function keepLater(
  tx: WriteSql,
  { ordinal, sequence, ...place }: MemoryPlace & { ordinal: number; sequence: number },
): Promise<void> {
  if (ordinal % VERSIONS_PER_STRETCH !== 0) return
  await insertDue(tx, { ...place, sinceSequence: sequence })
}

/**
 * Drops what is kept of a redacted version and of all after it, of which its lines may have been.
 * `sequence`: the redaction's own number in the store.
 */
export async function dropBlame(
  tx: WriteSql,
  place: MemoryPlace,
  { from, sequence }: { from: number; sequence: number },
): Promise<void> {
  const due = { ...place, sinceSequence: sequence }
  await outdateDue(tx, due)
  if ((await deleteStretches(tx, place, from)) > 0) await insertDue(tx, due)
}
