import type { Database } from '@/lib/db/database'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import type { AddedLine, ScanInput } from '@/lib/scan/finding'
import { commonLinesAside } from '@/lib/scan/line-pairs'
import type { ScanOutcome } from '@/lib/scan/scanner'
import { type BlameRun, blameMemory } from '@/lib/store/versions/blame-memory'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { isImport } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { isPinned } from '@/lib/store/model/pinned-paths'
import { DAY_MS } from '@/lib/text/day-ms'
import { turns } from '@/lib/turns'
import type { NewFinding } from '../findings/finding-rows'
import { addedLinesOf, type MemoryFacts, newPathOf } from './examine-memory'
import { findInChange } from './find-in-change'
import { hunksOf } from '../hunks/hunks-of'
import { hygieneIn } from '../findings/hygiene-in'
import type { Reason } from '../model/attention'
import type { MemoryFinding } from '../model/finding'
import { nearDuplicates } from '../findings/near-duplicate'
import { recordedFindings } from '../findings/record-findings'
import type { Shapes } from '../findings/shapes'
import { reportedFindings } from '../changesets/texts-kept-out'
import type { LinesAround, StoreLines } from '../hunks/store-lines'
import {
  firstReadOfQuarantined,
  lastDecisions,
  memoriesBack,
  type UnexaminedRow,
  versionAt,
  versionsByOthers,
  wroteBefore,
} from './sql/examined'

/** Timeout of a scan after the fact, milliseconds; past it the memory counts as not scanned. */
const SCAN_MS = 5_000

/** A memory with more versions is not blamed: it would be read from its first one. */
const MAX_BLAMED = 300

/** The changeset and the store that the changes are of. */
export type ExaminedChangeset = Omit<UnexaminedRow, 'id' | 'examinedSequence' | 'lastSequence'>

/** One step of examining a changeset. */
export interface ExaminedStep {
  changeset: ExaminedChangeset
  changes: readonly ChangesetChange[]
  lines: StoreLines
  scan: Scan
  shapes: Shapes
  signal: AbortSignal | undefined
}

/** Scans added lines within this many milliseconds (lib/scan/scanner.ts). */
export type Scan = (input: ScanInput, deadlineMs: number) => Promise<ScanOutcome>

/** The facts about a change, and its findings that are not stored yet. */
export interface FactsOfChange {
  facts: MemoryFacts
  fresh: readonly NewFinding[]
}

/** Collects the facts about each of a changeset's changes, by the memory's key. */
export async function factsOf(
  db: Database,
  { changeset, changes, lines, scan, shapes, signal }: ExaminedStep,
): Promise<Map<number, FactsOfChange>> {
  const aroundEach = await lines(changes)
  const firstWritten = await firstWrite(db, changeset)
  const { sessionId } = changeset
  const readAt = sessionId === null ? null : await firstReadOfQuarantined(db.read, sessionId)
  const facts = new Map<number, FactsOfChange>()
  const maybeYield = turns(signal)
  const added = new Map<ChangesetChange, readonly AddedLine[]>()
  for (const change of changes) {
    added.set(change, await addedLinesOf(change))
    await maybeYield()
  }
  const back = await flipFlops(db, changeset, changes)
  const duplicates = await nearDuplicates(db, {
    storeKey: changeset.storeKey,
    memories: changes.flatMap((change) => {
      const { memoryKey, through: sequence, after } = change
      return after && added.get(change)?.length
        ? [{ memoryKey, sequence, text: after.content }]
        : []
    }),
    shapes,
    signal,
  })
  for (const change of changes) {
    await maybeYield()
    const around = aroundEach(change)
    const reasons: Reason[] = []
    if (change.memoryKey === firstWritten) reasons.push('first_write')
    if (await isWrittenSince(db, changeset, { change, time: readAt })) {
      reasons.push('read_quarantined')
    }
    if (isPinned(change.before?.path, change.after?.path)) reasons.push('pinned')
    if (back.has(change.memoryKey)) reasons.push('flip_flop')
    const { found, isScanned } = await findingsIn(db, changeset.storeKey, {
      change,
      around,
      scan,
      added: added.get(change) ?? [],
      duplicate: duplicates.get(change.memoryKey),
    })
    if (!isScanned) reasons.push('unscanned')
    const { known, fresh } = await recordedFindings(db, {
      storeKey: changeset.storeKey,
      memoryKey: change.memoryKey,
      path: change.after?.path ?? '',
      sequence: change.through,
      text: change.after?.content ?? '',
      found,
      signal,
    })
    const memoryFacts: MemoryFacts = {
      ...around,
      reasons,
      findings: known,
      blame: await blameOf(db, changeset, change),
      isAppendUsual: await isAppendUsual(db, change),
    }
    facts.set(change.memoryKey, { facts: memoryFacts, fresh })
  }
  return facts
}

interface Found {
  found: MemoryFinding[]
  /** false: the scanner gave no answer in time, which is not the same as having found nothing */
  isScanned: boolean
}

interface LookedAt {
  change: ChangesetChange
  around: LinesAround
  scan: Scan
  /** the lines that it added */
  added: readonly AddedLine[]
  /** that it is nearly the same as another memory */
  duplicate: MemoryFinding | undefined
}

async function findingsIn(
  db: Database,
  storeKey: number,
  { change, around, scan, added, duplicate }: LookedAt,
): Promise<Found> {
  const path = change.after?.path
  if (path === undefined) return { found: [], isScanned: true }
  const outcome = await scan({ path: newPathOf(change), lines: added }, SCAN_MS)
  // The application is ending: it is examined at the next start.
  if (outcome.state === 'unscanned' && outcome.reason === 'stopped') throw new Error('stopped')
  const isScanned = outcome.state === 'scanned'
  if (added.length === 0) return { found: reportedFindings(outcome), isScanned }
  return {
    found: [
      ...reportedFindings(outcome),
      ...(await hygieneIn(db, storeKey, { path, lines: added })),
      ...findInChange({ change, added, existedBefore: around.existedBefore }),
      ...(duplicate ? [duplicate] : []),
    ],
    isScanned,
  }
}

/**
 * The memories that are back at an earlier content, against what another session had made of it, by
 * their keys.
 */
async function flipFlops(
  db: Database,
  { key: changesetKey, sessionId }: ExaminedChangeset,
  changes: readonly ChangesetChange[],
): Promise<ReadonlySet<number>> {
  const versions = changes.map(({ memoryKey, through }) => ({ memoryKey, sequence: through }))
  const asked = { changesetKey, sessionId }
  const rows =
    versions.length === 0 ? [] : await memoriesBack(db.read, asked, toPowerOfTwo(versions))
  return new Set(rows.map(({ memoryKey }) => memoryKey))
}

/**
 * Finds the lines of the text before that a person, or another session within the last day, wrote
 * or brought back. Looks in the version before the changeset's first, and in the last that somebody
 * else wrote in between: what a person corrects while an agent works is overwritten most easily.
 */
async function blameOf(
  db: Database,
  changeset: ExaminedChangeset,
  change: ChangesetChange,
): Promise<ReadonlyMap<number, Reason>> {
  const reasons = new Map<number, Reason>()
  const { before } = change
  const isRemoving = (await hunksOf(change)).some(({ beforeCount }) => beforeCount > 0)
  if (!isRemoving || !before) return reasons
  const { memoryKey, through } = change
  const of = { memoryKey, changesetKey: changeset.key, through }
  for (const version of await versionsByOthers(db.read, of)) {
    if (version.ordinal > MAX_BLAMED) continue
    const runs = await blameMemory(db, {
      storeId: changeset.storeId,
      memoryId: change.memoryId,
      versionId: version.id,
    })
    const blamed = runs.flatMap((run) => {
      const reason = reasonOf(changeset, run)
      return run.lines.map((text) => ({ text, reason }))
    })
    const text = blamed.map((line) => `${line.text}\n`).join('')
    for (const { before: at, after } of await commonLinesAside(text, before.content)) {
      const reason = blamed[at]?.reason
      if (reason) reasons.set(after, reason)
    }
  }
  return reasons
}

function reasonOf(
  changeset: ExaminedChangeset,
  { version, broughtBackBy }: BlameRun,
): Reason | null {
  const writers = [version, ...(broughtBackBy ? [broughtBackBy] : [])]
  if (writers.some(isPersons)) return 'removes_persons_line'
  const isOthers = ({ createdAt, sessionId }: MemoryVersion) =>
    sessionId !== null &&
    sessionId !== changeset.sessionId &&
    createdAt > changeset.firstChangedAt - DAY_MS
  return writers.some(isOthers) ? 'undoes_session' : null
}

function isPersons({ createdBy, batch }: MemoryVersion): boolean {
  return createdBy.type === 'user' && !isImport(batch)
}

/**
 * The memory of a key's first write in the store; null if it wrote there before. Each session is
 * another agent, and says nothing.
 */
async function firstWrite(db: Database, changeset: ExaminedChangeset): Promise<number | null> {
  if (changeset.actorType !== 'api_key') return null
  if (await wroteBefore(db.read, changeset)) return null
  const first = await versionAt(db.read, changeset.storeKey, changeset.firstSequence)
  return first?.memoryKey ?? null
}

/** Returns whether a changeset last wrote a memory after a time; false if the time is null. */
async function isWrittenSince(
  db: Database,
  changeset: ExaminedChangeset,
  { change, time }: { change: ChangesetChange; time: number | null },
): Promise<boolean> {
  if (time === null) return false
  const version = await versionAt(db.read, changeset.storeKey, change.through)
  return version !== undefined && version.createdAt >= time
}

/** Decisions in a row that make adding at a memory's end usual. */
const USUAL = 20

/** Of a memory that a change creates or deletes nothing is appended. */
async function isAppendUsual(
  db: Database,
  { memoryKey, before, after }: ChangesetChange,
): Promise<boolean> {
  if (!before || !after) return false
  const rows = await lastDecisions(db.read, memoryKey, USUAL)
  return rows.length === USUAL && rows.every(({ decision }) => decision === 'accepted')
}
