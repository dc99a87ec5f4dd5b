import type { Database } from '@/lib/db/database'
import type { ScanInput } from '@/lib/scan/finding'
import { commonLinesAside } from '@/lib/scan/line-pairs'
import type { ScanOutcome } from '@/lib/scan/scanner'
import { type BlameRun, blameMemory } from '@/lib/store/versions/blame-memory'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { isImport } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { isPinned } from '@/lib/store/model/pinned-paths'
import { turns } from '@/lib/turns'
import type { NewFinding } from '../findings/finding-rows'
import { addedLinesOf, type MemoryFacts, newPathOf } from './examine-memory'
import { findInChange } from './find-in-change'
import { hunksOf } from '../hunks/hunks-of'
import { hygieneIn } from '../findings/hygiene-in'
import type { Reason } from '../model/attention'
import type { MemoryFinding } from '../model/finding'
import { nearDuplicate } from '../findings/near-duplicate'
import { recordedFindings } from '../findings/record-findings'
import { toldOf } from '../changesets/texts-kept-out'
import type { LinesAround, StoreLines } from '../hunks/store-lines'

/** A scan after the fact may take so long; past it the memory counts as not scanned. */
const SCAN_MS = 5_000

/** A memory with more versions is not blamed: it would be read from its first one. */
const MAX_BLAMED = 300

const DAY_MS = 86_400_000

/** The changeset and the store that the changes are of. */
export interface ExaminedChangeset {
  key: number
  store_key: number
  store_id: string
  session_id: string | null
  actor_type: string
  actor_id: string
  first_sequence: number
  first_changed_at: number
}

/** One step of examining a changeset. */
export interface ExaminedStep {
  changeset: ExaminedChangeset
  changes: readonly ChangesetChange[]
  lines: StoreLines
  scan: Scan
  signal: AbortSignal | undefined
}

/** Scans added lines within so many milliseconds (lib/scan/scanner.ts). */
export type Scan = (input: ScanInput, deadlineMs: number) => Promise<ScanOutcome>

/** What is known of a change, and the findings of it that are not stored yet. */
export interface FactsOfChange {
  facts: MemoryFacts
  fresh: readonly NewFinding[]
}

/** What is known of each of a changeset's changes besides itself, by the memory's key. */
export async function factsOf(
  db: Database,
  { changeset, changes, lines, scan, signal }: ExaminedStep,
): Promise<Map<number, FactsOfChange>> {
  const aroundEach = await lines(changes)
  const firstWritten = await firstWrite(db, changeset)
  const readAt = await quarantinedRead(db, changeset.session_id)
  const facts = new Map<number, FactsOfChange>()
  const maybeYield = turns(signal)
  for (const change of changes) {
    await maybeYield()
    const around = aroundEach(change)
    const reasons: Reason[] = []
    if (change.memoryKey === firstWritten) reasons.push('first_write')
    if (await isWrittenSince(db, changeset, { change, time: readAt })) {
      reasons.push('read_quarantined')
    }
    if (isPinned(change.before?.path, change.after?.path)) reasons.push('pinned')
    if (await isFlipFlop(db, changeset, change)) reasons.push('flip_flop')
    const { found, isScanned } = await findingsIn(db, changeset.store_key, {
      change,
      around,
      scan,
      signal,
    })
    if (!isScanned) reasons.push('unscanned')
    const { known, fresh } = await recordedFindings(db, {
      storeKey: changeset.store_key,
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
      isAppendUsual: await isAppendUsual(db, change.memoryKey),
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
  signal: AbortSignal | undefined
}

async function findingsIn(
  db: Database,
  storeKey: number,
  { change, around, scan, signal }: LookedAt,
): Promise<Found> {
  const added = await addedLinesOf(change)
  const path = change.after?.path
  if (path === undefined) return { found: [], isScanned: true }
  const outcome = await scan({ path: newPathOf(change), lines: added }, SCAN_MS)
  // The application is ending: it is examined at the next start.
  if (outcome.state === 'unscanned' && outcome.reason === 'stopped') throw new Error('stopped')
  const isScanned = outcome.state === 'scanned'
  if (added.length === 0) return { found: toldOf(outcome), isScanned }
  return {
    found: [
      ...toldOf(outcome),
      ...(await hygieneIn(db, storeKey, { path, lines: added })),
      ...findInChange({ change, added, stoodBefore: around.stoodBefore }),
      ...(await nearDuplicate(db, {
        storeKey,
        memoryKey: change.memoryKey,
        sequence: change.through,
        text: change.after?.content ?? '',
        signal,
      })),
    ],
    isScanned,
  }
}

/** Whether the memory is back at an earlier content, against what another session had made of it. */
async function isFlipFlop(
  db: Database,
  changeset: ExaminedChangeset,
  { memoryKey, through }: ChangesetChange,
): Promise<boolean> {
  const row = await db.read.get<{ one: number }>(
    `SELECT 1 AS one FROM memory_versions v
     WHERE v.memory_key = ? AND v.sequence = ? AND v.sha256 IS NOT NULL
       AND EXISTS (SELECT 1 FROM memory_versions e WHERE e.memory_key = v.memory_key
         AND e.sequence < v.sequence AND e.sha256 = v.sha256
         AND (e.changeset_key IS NULL OR e.changeset_key <> ?)
         AND EXISTS (SELECT 1 FROM memory_versions o WHERE o.memory_key = v.memory_key
           AND o.sequence > e.sequence AND o.sequence < v.sequence AND o.sha256 <> v.sha256
           AND o.session_id IS NOT NULL AND o.session_id <> ?))`,
    [memoryKey, through, changeset.key, changeset.session_id ?? ''],
  )
  return row !== undefined
}

/**
 * Which lines of the text before a person, or another session within the last day, wrote or brought
 * back. Looked for in the version before the changeset's first, and in the last that somebody else
 * wrote in between: what a person corrects while an agent works is overwritten most easily.
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
  for (const version of await versionsOfOthers(db, changeset, change)) {
    if (version.ordinal > MAX_BLAMED) continue
    const runs = await blameMemory(db, {
      storeId: changeset.store_id,
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

/** The version before the changeset's first of a memory, and the last of others since. */
async function versionsOfOthers(
  db: Database,
  changeset: ExaminedChangeset,
  { memoryKey, through }: ChangesetChange,
): Promise<{ id: string; ordinal: number }[]> {
  const last = (condition: string) =>
    `sequence = (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = ? AND ${condition})`
  return db.read.all<{ id: string; ordinal: number }>(
    `SELECT id, ordinal FROM memory_versions WHERE operation <> 'deleted' AND sha256 IS NOT NULL
       AND memory_key = ? AND (${last(`w.sequence < (SELECT min(f.sequence)
         FROM memory_versions f WHERE f.memory_key = w.memory_key AND f.changeset_key = ?)`)}
       OR ${last('w.sequence < ? AND (w.changeset_key IS NULL OR w.changeset_key <> ?)')})
     ORDER BY sequence`,
    [memoryKey, memoryKey, changeset.key, memoryKey, through, changeset.key],
  )
}

function reasonOf(
  changeset: ExaminedChangeset,
  { version, broughtBackBy }: BlameRun,
): Reason | null {
  const writers = [version, ...(broughtBackBy ? [broughtBackBy] : [])]
  if (writers.some(isPersons)) return 'removes_persons_line'
  const isOthers = ({ createdAt, sessionId }: MemoryVersion) =>
    sessionId !== null &&
    sessionId !== changeset.session_id &&
    createdAt > changeset.first_changed_at - DAY_MS
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
  if (changeset.actor_type !== 'api_key') return null
  const earlier = await db.read.get(
    'SELECT 1 AS one FROM changesets WHERE store_key = ? AND actor_id = ? AND key < ? LIMIT 1',
    [changeset.store_key, changeset.actor_id, changeset.key],
  )
  if (earlier) return null
  const first = await db.read.get<{ memory_key: number }>(
    'SELECT memory_key FROM memory_versions WHERE store_key = ? AND sequence = ?',
    [changeset.store_key, changeset.first_sequence],
  )
  return first?.memory_key ?? null
}

/**
 * When a session first read what is in quarantine now and what it did not write itself; null: it
 * did not.
 */
async function quarantinedRead(db: Database, sessionId: string | null): Promise<number | null> {
  if (sessionId === null) return null
  const row = await db.read.get<{ read_at: number | null }>(
    `SELECT min(r.first_read_at) AS read_at FROM quarantines q
     CROSS JOIN memory_reads r CROSS JOIN memory_versions v
     WHERE r.memory_key = q.memory_key AND r.session_id = ? AND r.last_sequence >= q.from_sequence
       AND v.store_key = q.store_key AND v.sequence = q.from_sequence
       AND (v.session_id IS NULL OR v.session_id <> ?)`,
    [sessionId, sessionId],
  )
  return row?.read_at ?? null
}

/** Whether a changeset last wrote a memory after a time; never, if it is null. */
async function isWrittenSince(
  db: Database,
  changeset: ExaminedChangeset,
  { change, time }: { change: ChangesetChange; time: number | null },
): Promise<boolean> {
  if (time === null) return false
  const row = await db.read.get<{ created_at: number }>(
    'SELECT created_at FROM memory_versions WHERE store_key = ? AND sequence = ?',
    [changeset.store_key, change.through],
  )
  return row !== undefined && row.created_at >= time
}

/** Decisions in a row that make adding at a memory's end usual. */
const USUAL = 20

async function isAppendUsual(db: Database, memoryKey: number): Promise<boolean> {
  const rows = await db.read.all<{ decision: string }>(
    'SELECT decision FROM hunk_decisions WHERE memory_key = ? ORDER BY key DESC LIMIT ?',
    [memoryKey, USUAL],
  )
  return rows.length === USUAL && rows.every(({ decision }) => decision === 'accepted')
}
