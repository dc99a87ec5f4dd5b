import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { PATH_LINE } from '@/lib/scan/finding'
import { addReviewEvent } from '@/lib/store/events/review-events'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { carriedLines, type FoundLines, type LineMap, lineMap } from './carry-findings'
import { insertFinding, newFindingId, type NewFinding } from './finding-rows'
import { exceptedAt } from './sql/exceptions'
import { placedFindings, type PlacedRow } from './sql/placed-findings'
import { followFrom, headOf } from './sql/scans'
import { versionPaths } from '../examining/version-paths'
import { isOfWholeMemory } from '../hunks/hunks-of'
import type { MemoryFinding } from '../model/finding'

/** A finding in a version of a memory, as it is or will be stored. */
export interface KnownFinding extends MemoryFinding {
  id: string
  /** whether a person said that it is none or that the risk is taken, or asked not to be told */
  isDismissed: boolean
}

export interface FoundInVersion {
  storeKey: number
  memoryKey: number
  /** the memory's path in that version */
  path: string
  /** the version */
  sequence: number
  /** its text */
  text: string
  found: readonly MemoryFinding[]
  signal?: AbortSignal | undefined
}

export interface RecordedFindings {
  /** in the order in which they were found */
  known: KnownFinding[]
  /** findings that `storeFindings` is to store */
  fresh: NewFinding[]
}

/**
 * Sorts the findings in a version into those already known, so that what a person said of them
 * holds, and new ones. One whose lines went and were written again is new. Writes nothing.
 */
export async function recordedFindings(
  db: Database,
  input: FoundInVersion,
): Promise<RecordedFindings> {
  if (input.found.length === 0) return { known: [], fresh: [] }
  const [rows, head, excepted] = await Promise.all([
    placedFindings(db.read, input.memoryKey),
    headOf(db.read, input.memoryKey),
    exceptedRules(db, input.storeKey, input.path),
  ])
  const isAboutPath =
    rows.some((row) => row.fromLine === PATH_LINE) ||
    input.found.some(({ line }) => line === PATH_LINE)
  const others = [...rows.map(({ sequence }) => sequence), head]
  const paths = isAboutPath
    ? await versionPaths(db.read, input.storeKey, [...new Set([...others, input.sequence])])
    : new Map<number, string>()
  const maps = await mapsTo(db, input, { sequences: others, paths })
  const placed: { row: PlacedRow; lines: FoundLines }[] = []
  for (const row of rows) {
    if (row.fixedSequence !== null && row.fixedSequence <= input.sequence) continue
    const lines = isOfWholeMemory(row.rule) ? row : carriedLines(row, await maps.to(row.sequence))
    if (lines) placed.push({ row, lines })
  }
  const known: KnownFinding[] = []
  const fresh: NewFinding[] = []
  for (const found of input.found) {
    const same = placed.findLast((each) => isSameFinding(found, each.row, each.lines))
    const isExcepted = excepted.has(found.rule)
    if (same) {
      const isDismissed =
        same.row.status === 'false_positive' || same.row.status === 'accepted_risk'
      known.push({ ...found, id: same.row.id, isDismissed: isDismissed || isExcepted })
      continue
    }
    const finding = newFinding(input, found, { head, toHead: await maps.from(head) })
    fresh.push(finding)
    known.push({ ...found, id: finding.id, isDismissed: isExcepted })
  }
  return { known, fresh }
}

/** Stores new findings, and has them followed if the memory changed since they were computed. */
export async function storeFindings(tx: WriteSql, fresh: readonly NewFinding[]): Promise<void> {
  const now = Date.now()
  for (const finding of fresh) {
    const { storeKey, memoryKey, placed } = finding
    await insertFinding(tx, finding, now)
    await addReviewEvent(tx, { storeKey, type: 'finding.created', subject: finding.id })
    const seen = finding.fixedSequence ?? placed.sequence
    await followFrom(tx, { storeKey, memoryKey, sequence: seen })
  }
}

async function exceptedRules(
  db: Database,
  storeKey: number,
  path: string,
): Promise<ReadonlySet<string>> {
  const rows = await exceptedAt(db.read, { storeKey, path, now: Date.now() })
  return new Set(rows.map(({ rule }) => rule))
}

interface LineMaps {
  /** from the text of another version to that which was looked at */
  to: (sequence: number) => Promise<LineMap>
  /** from the text that was looked at to that of another version */
  from: (sequence: number) => Promise<LineMap>
}

const NOWHERE: Promise<LineMap> = Promise.resolve(() => undefined)

async function mapsTo(
  db: Database,
  { storeKey, sequence, text, signal }: FoundInVersion,
  { sequences, paths }: { sequences: readonly number[]; paths: ReadonlyMap<number, string> },
): Promise<LineMaps> {
  const others = [...new Set(sequences)].filter((each) => each !== sequence)
  const texts = await versionTexts(db, { storeKey, sequences: others, signal })
  texts.set(sequence, text)
  const kept = new Map<string, Promise<LineMap>>()
  const between = (from: number, to: number): Promise<LineMap> => {
    const name = `${from}>${to}`
    const known = kept.get(name)
    if (known) return known
    const [before, after] = [texts.get(from), texts.get(to)]
    const map =
      before === undefined || after === undefined
        ? NOWHERE
        : lineMap({ text: before, path: paths.get(from) }, { text: after, path: paths.get(to) })
    kept.set(name, map)
    return map
  }
  return { to: (from) => between(from, sequence), from: (to) => between(sequence, to) }
}

function isSameFinding(found: MemoryFinding, row: PlacedRow, lines: FoundLines): boolean {
  if (row.rule !== found.rule) return false
  return (
    isOfWholeMemory(found.rule) ||
    (lines.fromLine === found.line &&
      lines.toLine === found.toLine &&
      row.fromColumn === found.fromColumn &&
      row.toColumn === found.toColumn)
  )
}

function newFinding(
  { storeKey, memoryKey, sequence }: FoundInVersion,
  found: MemoryFinding,
  { head, toHead }: { head: number; toHead: LineMap },
): NewFinding {
  const lines = {
    fromLine: found.line,
    toLine: found.toLine,
    otherLine: found.otherLine ?? null,
  }
  const inHead = isOfWholeMemory(found.rule) ? lines : carriedLines(lines, toHead)
  return {
    id: newFindingId(),
    storeKey,
    memoryKey,
    found,
    foundSequence: sequence,
    placed: inHead ? { ...inHead, sequence: head } : { ...lines, sequence },
    fixedSequence: inHead ? null : head,
  }
}
