import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { goneFrom } from '@/lib/text/blame'
import { turns } from '@/lib/turns'
import { type BlameReading, readingFrom, readSteps, withinBytes } from './blame-reading'
import { type BlameStep, encodeState, encodeSteps, VERSIONS_PER_STRETCH } from './blame-stretch'
import { hashOfLine } from './gone-lines'
import { type BlameSource, keptUpTo, linesOf } from './kept-blame'
import {
  type BlamedRow,
  blamedVersions,
  deleteDue,
  deleteStretches,
  type DueRow,
  insertDue,
  insertStretch,
  lockedDue,
  type MemoryPlace,
  outdateDue,
} from './sql/blame'

/** A stretch of larger versions is shorter. */
const MAX_STRETCH_BYTES = 4 * 1024 * 1024

/**
 * Keeps whose the lines of a memory are for its next versions, in a short transaction; returns
 * whether there are more. What a redaction meanwhile changed is not kept.
 */
export async function keepStretch(
  db: Database,
  due: DueRow,
  versions = VERSIONS_PER_STRETCH,
): Promise<boolean> {
  const { memoryKey } = due
  const source: BlameSource = { sql: db.bulk, place: due, maybeYield: turns() }
  const kept = await keptUpTo(source, Number.MAX_SAFE_INTEGER)
  const wanted = {
    memoryKey,
    after: kept.through,
    upTo: Number.MAX_SAFE_INTEGER,
    limit: versions,
  }
  const rows = await blamedVersions(source.sql, wanted)
  if (rows.length < versions) {
    return whileDue(db, due, async (tx) => {
      // Others may have been written since.
      const isDone = (await blamedVersions(tx, wanted)).length < versions
      if (isDone) await deleteDue(tx, due)
      return !isDone
    })
  }
  const some = withinBytes(rows, MAX_STRETCH_BYTES)
  const reading = await readingFrom(source, kept, some.at(-1)?.sequence ?? 0)
  if (!reading) {
    return whileDue(db, due, async (tx) => {
      await deleteStretches(tx, due, kept.state.textSequence)
      return true
    })
  }
  const stretch = await read(source, reading, some)
  return whileDue(db, due, async (tx) => {
    await insertStretch(tx, due, stretch)
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

async function read(source: BlameSource, reading: BlameReading, rows: readonly BlamedRow[]) {
  const { state } = reading.kept
  const lines = encodeState(state)
  const steps: BlameStep[] = []
  const hashes: number[] = []
  let before = { lines: state.lines, texts: linesOf(reading.content) }
  for await (const { step, text } of readSteps(source, reading, once(rows))) {
    steps.push(step)
    if (step.kind !== 'text' || text === null) continue
    for (const { at } of goneFrom(before.lines, new Set(step.lines))) {
      hashes.push(hashOfLine(before.texts[at] ?? ''))
    }
    before = { lines: step.lines, texts: linesOf(text) }
  }
  return {
    firstSequence: rows[0]?.sequence ?? 0,
    lastSequence: rows.at(-1)?.sequence ?? 0,
    lastOrdinal: rows.at(-1)?.ordinal ?? 0,
    lines,
    edits: encodeSteps(state, steps),
    goneHashes: bytesOf(hashes),
  }
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
  versions?: number,
): Promise<void> {
  await db.write((tx) => insertDue(tx, { ...place, sinceSequence: headSequence }))
  for (;;) {
    const due = await db.write((tx) => lockedDue(tx, place))
    if (!due || !(await keepStretch(db, due, versions))) return
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
