import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changeset-changes'
import { type CarriedDecision, carriedDecisions, writeCarried } from './core/carry-decisions'
import { DECISION_COLUMNS, type DecisionRow, hunkOfRow } from './core/hunk-rows'
import { recountChangeset, recountReasons } from './core/recount-changeset'
import { examineMemory, type MemoryFacts } from './examine-memory'
import { type ExaminedChangeset, factsOf } from './memory-facts'
import { rankOf } from './model/attention'
import type { ExaminedMemory } from './model/changeset'

/** How many memories are compared before what was found is stored. */
const MEMORIES_A_STEP = 50

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
): Promise<void> {
  const changeset = await unexamined(db, changesetKey)
  if (!changeset) return
  const keys = await changedSince(db.bulk.until(signal), changeset)
  for (let from = 0; from < keys.length; from += MEMORIES_A_STEP) {
    const memories = keys.slice(from, from + MEMORIES_A_STEP).map((memoryKey) => ({ memoryKey }))
    const wanted = { storeId: changeset.store_id, changesetId: changeset.id, signal }
    const changes = await changesetChanges(db, { ...wanted, memories })
    const facts = await factsOf(db, changeset, changes, signal)
    const examined = changes.map((change) => examinedMemory(change, facts))
    const carried: CarriedDecision[][] = []
    for (const change of changes) carried.push(await carriedFor(db, changeset, change))
    await db.write(async (tx) => {
      for (const [index, memory] of examined.entries()) {
        await writeExamined(tx, changeset.key, memory)
        await writeCarried(tx, memory.through, carried[index] ?? [])
      }
      const isLast = from + MEMORIES_A_STEP >= keys.length
      if (isLast) await finish(tx, changeset, keys)
    })
  }
}

function examinedMemory(
  change: ChangesetChange,
  facts: ReadonlyMap<number, MemoryFacts>,
): ExaminedMemory {
  const { memoryKey, through } = change
  const known = facts.get(memoryKey)
  if (!known) throw new Error('a change without facts')
  return { memoryKey, through, ...examineMemory(change, known) }
}

async function unexamined(db: Database, changesetKey: number): Promise<Unexamined | undefined> {
  return db.read.get<Unexamined>(
    `SELECT c.key, c.id, c.store_key, s.id AS store_id, c.session_id, c.actor_type, c.actor_id,
       c.first_changed_at, c.examined_sequence, c.last_sequence
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

/** The decisions about the memory's last examined state that still hold. */
async function carriedFor(
  db: Database,
  changeset: Unexamined,
  change: ChangesetChange,
): Promise<CarriedDecision[]> {
  const rows = await db.read.all<DecisionRow>(
    `SELECT ${DECISION_COLUMNS}
     FROM changeset_memories m CROSS JOIN hunk_decisions d
     WHERE m.changeset_key = ? AND m.memory_key = ? AND d.changeset_key = m.changeset_key
       AND d.memory_key = m.memory_key AND d.through_sequence = m.through_sequence`,
    [changeset.key, change.memoryKey],
  )
  const until = rows[0]?.through_sequence
  if (until === undefined || until === change.through) return []
  const [earlier] = await changesetChanges(db, {
    storeId: changeset.store_id,
    changesetId: changeset.id,
    memories: [{ memoryKey: change.memoryKey, until }],
  })
  if (!earlier) return []
  const decisions = rows.map((row) => ({ key: row.key, ...hunkOfRow(row) }))
  return carriedDecisions(decisions, earlier, change)
}

async function writeExamined(
  tx: WriteSql,
  changesetKey: number,
  memory: ExaminedMemory,
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
}

async function finish(
  tx: WriteSql,
  changeset: Unexamined,
  memoryKeys: readonly number[],
): Promise<void> {
  await tx.run(
    `UPDATE changesets SET examined_sequence = ?,
       pending = CASE WHEN last_sequence > ? THEN 1 ELSE 0 END
     WHERE key = ? AND examined_sequence < ?`,
    [changeset.last_sequence, changeset.last_sequence, changeset.key, changeset.last_sequence],
  )
  await recountChangeset(tx, changeset.key, memoryKeys)
  await recountReasons(tx, changeset.key)
  tx.touch(changeset.store_key)
}
