import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import { scanInBackground } from '@/lib/scan/scanner'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import { turns } from '@/lib/turns'
import { answerComments } from '../comments/answer-comments'
import {
  acceptAllowed,
  type AllowedBy,
  allowedBy,
  hasAllowed,
  type CarriedDecision,
  carriedDecisions,
  writeCarried,
} from '../decisions/carry-decisions'
import {
  type DecisionRow,
  decisionsAboutExamined,
  deleteDecision,
} from '../decisions/sql/decisions'
import { hunkOfRow } from '../hunks/hunk-rows'
import { recountChangeset } from '@/lib/store/events/recount-changeset'
import { recountReasons } from '../changesets/recount-reasons'
import { examineMemory } from './examine-memory'
import { factsOf, type Scan } from './memory-facts'
import { rankOf } from '../model/attention'
import type { ExaminedMemory } from '../model/changeset'
import { isSameHunk } from '../model/hunk'
import type { NewFinding } from '../findings/finding-rows'
import { storeFindings } from '../findings/record-findings'
import { Shapes } from '../findings/shapes'
import { type StoreLines, storeLines } from '../hunks/store-lines'
import {
  changedUnexamined,
  leftOf,
  type LeftRow,
  lockedProgress,
  noteExamined,
  noteKept,
  putExamined,
  unexaminedChangeset,
  type UnexaminedRow,
} from './sql/examined'

/** Memories compared before what was found is stored. */
const MEMORIES_PER_STEP = 50

interface ExaminedWith {
  scan?: Scan
  /** shared with those who looked at the same texts before */
  shapes?: Shapes
}

/**
 * Counts and judges a changeset's changes that are not examined yet, and carries the decisions that
 * still hold over to what its hunks are now. Costs what changed since the last time.
 */
export async function examineChangeset(
  db: Database,
  changesetKey: number,
  signal?: AbortSignal,
  { scan: scanLines = scanInBackground, shapes = new Shapes() }: ExaminedWith = {},
): Promise<void> {
  const changeset = await unexaminedChangeset(db.read, changesetKey)
  if (!changeset) return
  const changed = await changedUnexamined(db.bulk.until(signal), changeset)
  const keys = changed.map(({ memoryKey }) => memoryKey)
  const steps = Math.ceil(keys.length / MEMORIES_PER_STEP)
  const lines = storeLines(db, changeset, { steps, signal })
  for (const part of chunked(keys, MEMORIES_PER_STEP)) {
    const step = { changeset, lines, memoryKeys: part, scan: scanLines, shapes, signal }
    if (!(await examineAndWrite(db, step))) return
    // Before it counts as examined: a crash in between has it done again.
    await answerComments(db, {
      storeId: changeset.storeId,
      changesetKey: changeset.key,
      memoryKeys: part,
      after: changeset.examinedSequence,
      signal,
    })
  }
  await db.write(async (tx) => {
    if (await isAsRead(tx, changeset)) await finish(tx, changeset, keys)
  })
}

/**
 * Examines some memories and stores them; again if somebody decided about one of them meanwhile, since
 * what is stored opens its hunks. Returns false if the changeset is no longer as it was read.
 */
async function examineAndWrite(db: Database, step: Step): Promise<boolean> {
  const { changeset, memoryKeys, signal } = step
  for (;;) {
    signal?.throwIfAborted()
    const { examined, decided } = await examineStep(db, step)
    const outcome = await db.write(async (tx) => {
      if (!(await isAsRead(tx, changeset))) return 'outdated'
      const now = await examinedBefore(tx, changeset.key, memoryKeys)
      if (decidedIn(now) !== decided) return 'decided'
      for (const each of examined) await writeExamined(tx, changeset.key, each)
      return 'written'
    })
    if (outcome !== 'decided') return outcome === 'written'
  }
}

/** The decisions so far and whether each is applied, as one text to compare. */
function decidedIn({ decisions }: ExaminedBefore): string {
  const rows = [...decisions.values()].flat()
  return rows
    .map(({ key, appliedAt }) => `${key} ${appliedAt ?? ''}`)
    .sort()
    .join()
}

/** A memory as it was examined, and the decisions about it that still hold. */
interface ExaminedStep {
  memory: ExaminedMemory
  carried: readonly CarriedDecision[]
  /** decisions about hunks that a redaction took away */
  gone: readonly number[]
  /** who allowed all of it that is new, before it was written; null: nobody, or not all of it */
  allowed: AllowedBy | null
  /** findings that are not stored yet */
  fresh: readonly NewFinding[]
  /** up to which version all was kept, some of which is gone now; null: that is not so */
  keptSequence: number | null
}

interface Asked {
  db: Database
  changeset: UnexaminedRow
  signal: AbortSignal | undefined
}

/** Memories of a changeset that were examined before, by their keys. */
interface ExaminedBefore {
  left: ReadonlyMap<number, LeftRow>
  /** the decisions about what was examined then */
  decisions: ReadonlyMap<number, readonly DecisionRow[]>
}

async function examinedBefore(
  sql: Sql,
  changesetKey: number,
  keys: readonly number[],
): Promise<ExaminedBefore> {
  const rows = await leftOf(sql, changesetKey, toPowerOfTwo(keys))
  const memoryKeys = rows.map(({ memoryKey }) => memoryKey)
  const decisions =
    rows.length === 0
      ? []
      : await decisionsAboutExamined(sql, { changesetKey, memoryKeys: toPowerOfTwo(memoryKeys) })
  return {
    left: new Map(rows.map((row) => [row.memoryKey, row])),
    decisions: groupedBy(decisions, ({ memoryKey }) => memoryKey),
  }
}

/**
 * Up to which versions all of these memories was decided, of those in which something that was kept
 * then is gone now: between the changeset's beginning and its end there would be nothing of that.
 */
async function keptAndGone(
  { db, changeset, signal }: Asked,
  { changes, before }: { changes: readonly ChangesetChange[]; before: ExaminedBefore },
): Promise<Map<number, number>> {
  const kept = new Map<number, number>()
  for (const change of changes) {
    const { memoryKey } = change
    const earlier = before.left.get(memoryKey)
    if (!earlier || earlier.left > 0 || earlier.throughSequence === change.through) continue
    const accepted = (before.decisions.get(memoryKey) ?? [])
      .filter(({ decision }) => decision === 'accepted')
      .map((row) => ({ key: row.key, ...hunkOfRow(row) }))
    if (accepted.length === 0) continue
    const until = earlier.throughSequence
    const [then] = await changesetChanges(db, {
      storeId: changeset.storeId,
      changesetId: changeset.id,
      memories: [{ memoryKey, until }],
      signal,
    })
    if (!then || then.redacted || then.isDamaged) continue
    const carried = await carriedDecisions(accepted, then, change)
    if (carried.length < accepted.length) kept.set(memoryKey, until)
  }
  return kept
}

/** The same changes, of some memories since what was kept. */
async function toldSinceKept(
  { db, changeset, signal }: Asked,
  changes: readonly ChangesetChange[],
  kept: ReadonlyMap<number, number>,
): Promise<ChangesetChange[]> {
  if (kept.size === 0) return [...changes]
  const since = await changesetChanges(db, {
    storeId: changeset.storeId,
    changesetId: changeset.id,
    memories: [...kept].map(([memoryKey, sequence]) => ({ memoryKey, since: sequence })),
    signal,
  })
  const told = new Map(since.map((change) => [change.memoryKey, change]))
  return changes.map((change) => told.get(change.memoryKey) ?? change)
}

interface Step {
  changeset: UnexaminedRow
  lines: StoreLines
  memoryKeys: readonly number[]
  scan: Scan
  shapes: Shapes
  signal: AbortSignal | undefined
}

async function examineStep(
  db: Database,
  { changeset, lines, memoryKeys, scan: scanLines, shapes, signal }: Step,
): Promise<{ examined: ExaminedStep[]; decided: string }> {
  const asked = { db, changeset, signal }
  const whole = await changesetChanges(db, {
    storeId: changeset.storeId,
    changesetId: changeset.id,
    memories: memoryKeys.map((memoryKey) => ({ memoryKey })),
    signal,
  })
  const examinedNow = () => examinedBefore(db.read, changeset.key, memoryKeys)
  const kept = await keptAndGone(asked, { changes: whole, before: await examinedNow() })
  const changes = await toldSinceKept(asked, whole, kept)
  const facts = await factsOf(db, { changeset, changes, lines, scan: scanLines, shapes, signal })
  const maybeYield = turns(signal)
  // Once more: somebody may have decided while it was scanned.
  const before = await examinedNow()
  const isAskedAbout = await hasAllowed(db.read, changeset.key)
  const examined: ExaminedStep[] = []
  for (const change of changes) {
    // What was found before it was damaged stays.
    if (change.isDamaged) continue
    const { memoryKey, through } = change
    const known = facts.get(memoryKey)
    if (!known) throw new Error('a change without facts')
    const memory = { memoryKey, through, ...(await examineMemory(change, known.facts, maybeYield)) }
    const rows = before.decisions.get(memoryKey) ?? []
    const decisions = await decisionsAbout(db, changeset, { change, memory, rows })
    const earlier = before.left.get(memoryKey)
    const allowed = isAskedAbout ? await allowanceOf(db, changeset, { memory, earlier }) : null
    const keptSequence = kept.get(memoryKey) ?? null
    examined.push({ memory, ...decisions, fresh: known.fresh, allowed, keptSequence })
    await maybeYield()
  }
  return { examined, decided: decidedIn(before) }
}

/**
 * Locks the changeset, and returns whether nobody has examined it or redacted in it since it was
 * read.
 */
async function isAsRead(tx: WriteSql, changeset: UnexaminedRow): Promise<boolean> {
  const now = await lockedProgress(tx, changeset.key)
  return now?.pending === 1 && now.examinedSequence === changeset.examinedSequence
}

/**
 * The decisions about the memory's last examined state that still hold. A rejection that was applied
 * does not: if its hunk is there, it was written again.
 */
async function decisionsAbout(
  db: Database,
  changeset: UnexaminedRow,
  {
    change,
    memory,
    rows,
  }: { change: ChangesetChange; memory: ExaminedMemory; rows: readonly DecisionRow[] },
): Promise<Pick<ExaminedStep, 'carried' | 'gone'>> {
  const until = rows[0]?.throughSequence
  if (until === undefined) return { carried: [], gone: [] }
  if (until === change.through) {
    const isGone = (row: DecisionRow) =>
      !memory.hunks.some((hunk) => isSameHunk(hunk, hunkOfRow(row)))
    return { carried: [], gone: rows.filter(isGone).map(({ key }) => key) }
  }
  const [earlier] = await changesetChanges(db, {
    storeId: changeset.storeId,
    changesetId: changeset.id,
    memories: [{ memoryKey: change.memoryKey, until }],
  })
  if (!earlier) return { carried: [], gone: [] }
  const decisions = rows
    .filter(({ decision, appliedAt }) => decision === 'accepted' || appliedAt === null)
    .map((row) => ({ key: row.key, ...hunkOfRow(row) }))
  return { carried: await carriedDecisions(decisions, earlier, change), gone: [] }
}

/**
 * Finds who allowed the new part of a memory, if everything before it is accepted or written: lines
 * that are still open may have merged into one hunk with those that were allowed.
 */
async function allowanceOf(
  db: Database,
  { key: changesetKey }: UnexaminedRow,
  { memory, earlier }: { memory: ExaminedMemory; earlier: LeftRow | undefined },
): Promise<AllowedBy | null> {
  const { memoryKey, through } = memory
  if (earlier && earlier.left > 0) return null
  const after = earlier?.throughSequence ?? 0
  return allowedBy(db.read, { changesetKey, memoryKey, after, through })
}

async function writeExamined(
  tx: WriteSql,
  changesetKey: number,
  { memory, carried, gone, fresh, allowed, keptSequence }: ExaminedStep,
): Promise<void> {
  await putExamined(tx, {
    changesetKey,
    memoryKey: memory.memoryKey,
    throughSequence: memory.through,
    kind: memory.kind,
    level: rankOf(memory.level),
    addedLines: memory.addedLines,
    removedLines: memory.removedLines,
    lostLines: memory.lostLines,
    hunkCount: memory.hunks.length,
    hunks: JSON.stringify(memory.hunks),
  })
  if (keptSequence !== null) {
    await noteKept(tx, { changesetKey, memoryKey: memory.memoryKey, keptSequence })
  }
  await storeFindings(tx, fresh)
  await writeCarried(tx, memory.through, carried)
  if (allowed) {
    const { memoryKey, through } = memory
    const hunks = memory.hunks.filter(
      (hunk) => !carried.some((each) => isSameHunk(each.hunk, hunk)),
    )
    await acceptAllowed(tx, { changesetKey, memoryKey, through }, { hunks, allowed })
  }
  for (const key of gone) await deleteDecision(tx, key)
}

async function finish(
  tx: WriteSql,
  changeset: UnexaminedRow,
  memoryKeys: readonly number[],
): Promise<void> {
  await noteExamined(tx, changeset)
  await recountChangeset(tx, changeset.key, memoryKeys)
  await recountReasons(tx, changeset.key)
  tx.touch(changeset.storeKey)
}
