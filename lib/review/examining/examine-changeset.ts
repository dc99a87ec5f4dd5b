import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { scanInBackground } from '@/lib/scan/scanner'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import { chunked } from '@/lib/text/chunked'
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
import { DECISION_COLUMNS, type DecisionRow, hunkOfRow } from '../hunks/hunk-rows'
import { recountChangeset, recountReasons } from '../changesets/recount-changeset'
import { examineMemory } from './examine-memory'
import { type ExaminedChangeset, factsOf, type Scan } from './memory-facts'
import { rankOf } from '../model/attention'
import type { ExaminedMemory } from '../model/changeset'
import { isSameHunk } from '../model/hunk'
import type { NewFinding } from '../findings/finding-rows'
import { storeFindings } from '../findings/record-findings'
import { type StoreLines, storeLines } from '../hunks/store-lines'

/** How many memories are compared before what was found is stored. */
const MEMORIES_PER_STEP = 50

interface Unexamined extends ExaminedChangeset {
  id: string
  examined_sequence: number
  last_sequence: number
}

/**
 * Counts and judges a changeset's changes that are not examined yet, and carries the decisions that
 * still hold over to what its hunks are now. Costs what changed since the last time.
 */
export async function examineChangeset(
  db: Database,
  changesetKey: number,
  signal?: AbortSignal,
  scanLines: Scan = scanInBackground,
): Promise<void> {
  const changeset = await unexamined(db, changesetKey)
  if (!changeset) return
  const keys = await changedSince(db.bulk.until(signal), changeset)
  const steps = Math.ceil(keys.length / MEMORIES_PER_STEP)
  const lines = storeLines(db, changeset, { steps, signal })
  for (const part of chunked(keys, MEMORIES_PER_STEP)) {
    const examined = await examineStep(db, {
      changeset,
      lines,
      memoryKeys: part,
      scan: scanLines,
      signal,
    })
    const isWritten = await db.write(async (tx) => {
      if (!(await isAsRead(tx, changeset))) return false
      for (const each of examined) await writeExamined(tx, changeset.key, each)
      return true
    })
    if (!isWritten) return
    // Before it counts as examined: a crash in between has it done again.
    await answerComments(db, {
      storeId: changeset.store_id,
      changesetKey: changeset.key,
      memoryKeys: part,
      after: changeset.examined_sequence,
      signal,
    })
  }
  await db.write(async (tx) => {
    if (await isAsRead(tx, changeset)) await finish(tx, changeset, keys)
  })
}

/** A memory as it was examined, and the decisions about it that still hold. */
interface ExaminedStep {
  memory: ExaminedMemory
  carried: readonly CarriedDecision[]
  /** decisions about hunks that a redaction took away */
  gone: readonly number[]
  /** who allowed all of it that is new, before it was written; null: nobody, or not all of it */
  allowed: AllowedBy | null
  /** what was found and is not stored yet */
  fresh: readonly NewFinding[]
}

interface Step {
  changeset: Unexamined
  lines: StoreLines
  memoryKeys: readonly number[]
  scan: Scan
  signal: AbortSignal | undefined
}

async function examineStep(
  db: Database,
  { changeset, lines, memoryKeys, scan: scanLines, signal }: Step,
): Promise<ExaminedStep[]> {
  const changes = await changesetChanges(db, {
    storeId: changeset.store_id,
    changesetId: changeset.id,
    memories: memoryKeys.map((memoryKey) => ({ memoryKey })),
    signal,
  })
  const facts = await factsOf(db, { changeset, changes, lines, scan: scanLines, signal })
  const maybeYield = turns(signal)
  const isAskedAbout = await hasAllowed(db.read, changeset.key)
  const examined: ExaminedStep[] = []
  for (const change of changes) {
    // What was found before it was damaged stays.
    if (change.isDamaged) continue
    const { memoryKey, through } = change
    const known = facts.get(memoryKey)
    if (!known) throw new Error('a change without facts')
    const memory = { memoryKey, through, ...(await examineMemory(change, known.facts, maybeYield)) }
    const decisions = await decisionsAbout(db, changeset, { change, memory })
    const allowed = isAskedAbout ? await allowanceOf(db, changeset, memory) : null
    examined.push({ memory, ...decisions, fresh: known.fresh, allowed })
    await maybeYield()
  }
  return examined
}

/** Whether nobody examined the changeset, or redacted in it, since it was read; locks it. */
async function isAsRead(tx: WriteSql, changeset: Unexamined): Promise<boolean> {
  const now = await tx.get<{ examined_sequence: number; pending: number }>(
    `SELECT examined_sequence, pending FROM changesets WHERE key = ? ${tx.forUpdate}`,
    [changeset.key],
  )
  return now?.pending === 1 && now.examined_sequence === changeset.examined_sequence
}

async function unexamined(db: Database, changesetKey: number): Promise<Unexamined | undefined> {
  return db.read.get<Unexamined>(
    `SELECT c.key, c.id, c.store_key, s.id AS store_id, c.session_id, c.actor_type, c.actor_id,
       c.first_sequence, c.first_changed_at, c.examined_sequence, c.last_sequence
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.key = ? AND c.pending = 1 AND s.deleted_at IS NULL`,
    [changesetKey],
  )
}

async function changedSince(sql: Sql, changeset: Unexamined): Promise<number[]> {
  const rows = await sql.all<{ memory_key: number }>(
    `SELECT DISTINCT memory_key FROM memory_versions
     WHERE changeset_key = ? AND sequence > ? AND sequence <= ? ORDER BY memory_key`,
    [changeset.key, changeset.examined_sequence, changeset.last_sequence],
  )
  return rows.map((row) => row.memory_key)
}

/**
 * The decisions about the memory's last examined state that still hold. A rejection that was applied
 * does not: if its hunk is there, it was written again.
 */
async function decisionsAbout(
  db: Database,
  changeset: Unexamined,
  { change, memory }: { change: ChangesetChange; memory: ExaminedMemory },
): Promise<Pick<ExaminedStep, 'carried' | 'gone'>> {
  const rows = await db.read.all<DecisionRow>(
    `SELECT ${DECISION_COLUMNS}
     FROM changeset_memories m CROSS JOIN hunk_decisions d
     WHERE m.changeset_key = ? AND m.memory_key = ? AND d.changeset_key = m.changeset_key
       AND d.memory_key = m.memory_key AND d.through_sequence = m.through_sequence`,
    [changeset.key, change.memoryKey],
  )
  const until = rows[0]?.through_sequence
  if (until === undefined) return { carried: [], gone: [] }
  if (until === change.through) {
    const isGone = (row: DecisionRow) =>
      !memory.hunks.some((hunk) => isSameHunk(hunk, hunkOfRow(row)))
    return { carried: [], gone: rows.filter(isGone).map(({ key }) => key) }
  }
  const [earlier] = await changesetChanges(db, {
    storeId: changeset.store_id,
    changesetId: changeset.id,
    memories: [{ memoryKey: change.memoryKey, until }],
  })
  if (!earlier) return { carried: [], gone: [] }
  const decisions = rows
    .filter(({ decision, applied_at }) => decision === 'accepted' || applied_at === null)
    .map((row) => ({ key: row.key, ...hunkOfRow(row) }))
  return { carried: await carriedDecisions(decisions, earlier, change), gone: [] }
}

/**
 * Who allowed what is new in a memory, if all that was there before is accepted or written: lines
 * that are still open may have become one hunk with those that were allowed.
 */
async function allowanceOf(
  db: Database,
  { key: changesetKey }: Unexamined,
  { memoryKey, through }: ExaminedMemory,
): Promise<AllowedBy | null> {
  const earlier = await db.read.get<{ through_sequence: number; unsettled: number }>(
    `SELECT m.through_sequence, m.open_hunks + (SELECT count(*) FROM hunk_decisions d
       WHERE d.changeset_key = m.changeset_key AND d.memory_key = m.memory_key
         AND d.decision <> 'accepted' AND d.applied_at IS NULL) AS unsettled
     FROM changeset_memories m WHERE m.changeset_key = ? AND m.memory_key = ?`,
    [changesetKey, memoryKey],
  )
  if (earlier && earlier.unsettled > 0) return null
  const after = earlier?.through_sequence ?? 0
  return allowedBy(db.read, { changesetKey, memoryKey, after, through })
}

async function writeExamined(
  tx: WriteSql,
  changesetKey: number,
  { memory, carried, gone, fresh, allowed }: ExaminedStep,
): Promise<void> {
  await tx.run(
    `INSERT INTO changeset_memories (changeset_key, memory_key, through_sequence, kind, level,
       added_lines, removed_lines, lost_lines, hunk_count, open_hunks, hunks)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (changeset_key, memory_key) DO UPDATE SET
       through_sequence = excluded.through_sequence, kind = excluded.kind, level = excluded.level,
       added_lines = excluded.added_lines, removed_lines = excluded.removed_lines,
       lost_lines = excluded.lost_lines, hunk_count = excluded.hunk_count,
       open_hunks = excluded.open_hunks, hunks = excluded.hunks`,
    [
      changesetKey,
      memory.memoryKey,
      memory.through,
      memory.kind,
      rankOf(memory.level),
      memory.addedLines,
      memory.removedLines,
      memory.lostLines,
      memory.hunks.length,
      memory.hunks.length,
      JSON.stringify(memory.hunks),
    ],
  )
  await storeFindings(tx, fresh)
  await writeCarried(tx, memory.through, carried)
  if (allowed) {
    const { memoryKey, through } = memory
    const hunks = memory.hunks.filter(
      (hunk) => !carried.some((each) => isSameHunk(each.hunk, hunk)),
    )
    await acceptAllowed(tx, { changesetKey, memoryKey, through }, { hunks, allowed })
  }
  for (const key of gone) await tx.run('DELETE FROM hunk_decisions WHERE key = ?', [key])
}

async function finish(
  tx: WriteSql,
  changeset: Unexamined,
  memoryKeys: readonly number[],
): Promise<void> {
  await tx.run(
    `UPDATE changesets SET examined_sequence = ?,
       pending = CASE WHEN last_sequence > ? THEN 1 ELSE 0 END
     WHERE key = ?`,
    [changeset.last_sequence, changeset.last_sequence, changeset.key],
  )
  await recountChangeset(tx, changeset.key, memoryKeys)
  await recountReasons(tx, changeset.key)
  tx.touch(changeset.store_key)
}
