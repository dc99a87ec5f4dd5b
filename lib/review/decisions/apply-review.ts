import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import { releaseReviewed } from '@/lib/store/quarantine/quarantines'
import { type RevertedMemory, revertHunks } from '@/lib/store/undo/revert-hunks'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import { recountChangeset } from '../changesets/recount-changeset'
import { DECISION_COLUMNS, type DecisionRow, hunkOfRow } from '../hunks/hunk-rows'
import { refuseReview } from '../model/review-problems'

export interface ApplyReviewInput {
  changesetId: string
  reviewer: Actor
  /** returns the plan and writes nothing */
  isDryRun?: boolean | undefined
  /** whether others' later changes to the same lines are overwritten */
  isForced?: boolean | undefined
  /** the hash of the plan that was shown; nothing is done if the plan has changed */
  plan?: string | undefined
  /** the tray that was shown; nothing is done if another one lies there */
  tray?: ShownTray | undefined
  signal?: AbortSignal | undefined
}

/** Of each time at which hunks in a tray were decided, in milliseconds since 1970, how many were. */
export type ShownTray = readonly { decidedAt: number; hunks: number }[]

/**
 * Applies what a reviewer rejected and edited in a changeset: one version a memory, in one
 * transaction with one batch, which can be undone. Memories in which somebody else changed the same
 * lines since are left alone, and stay in the tray.
 *
 * Refuses `changeset_not_found`; `plan_changed` also if the tray is not the one that was shown; and
 * as `revertHunks` does.
 */
export async function applyReview(db: Database, input: ApplyReviewInput): Promise<RollbackResult> {
  const { changesetId, reviewer } = input
  const changeset = await db.read.get<{ key: number; store_id: string }>(
    `SELECT c.key, s.id AS store_id FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.id = ?`,
    [changesetId],
  )
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  const { isDryRun, isForced, plan, signal } = input
  let tray: readonly TrayRow[] = []
  const applied = await revertHunks(
    db,
    {
      storeId: changeset.store_id,
      changesetId,
      cause: { actor: reviewer },
      isDryRun,
      isForced,
      plan,
      signal,
    },
    {
      // No decision is taken back between its being read and its being written.
      onBegun: async (tx) => {
        await tx.get(`SELECT key FROM changesets WHERE key = ? ${tx.forUpdate}`, [changeset.key])
      },
      memories: async (sql) => {
        tray = await trayOf(sql, changeset.key, reviewer)
        if (input.tray && !isTrayShown(tray, input.tray)) {
          refuse({ kind: 'plan_changed', storeId: changeset.store_id })
        }
        return revertedBy(tray)
      },
      onApplied: async (tx, { batchKey, memoryKeys }) => {
        const settled = new Set(memoryKeys)
        const applied = tray.filter(({ memory_key }) => settled.has(memory_key))
        const decisionKeys = applied.map(({ key }) => key)
        for (const keys of chunked(decisionKeys, DECISIONS_PER_STATEMENT)) {
          await tx.run(
            `UPDATE hunk_decisions SET applied_at = ?, batch_key = ?
             WHERE key IN (${keys.map(() => '?').join(', ')})`,
            [Date.now(), batchKey, ...keys],
          )
        }
        await recountChangeset(tx, changeset.key, [])
      },
    },
  )
  if (!isDryRun) await releaseReviewed(db, { changesetId, cause: { actor: reviewer } })
  return applied
}

const DECISIONS_PER_STATEMENT = 500

/** Decisions that wait to be applied. */
const IN_TRAY = "decision <> 'accepted' AND applied_at IS NULL"

type TrayRow = DecisionRow & { hunk_count: number }

/** What a reviewer rejected and edited of a changeset, as far as it is still what was reviewed. */
async function trayOf(
  sql: Sql,
  changesetKey: number,
  reviewer: Actor,
): Promise<readonly TrayRow[]> {
  return sql.all<TrayRow>(
    `SELECT ${DECISION_COLUMNS}, m.hunk_count
     FROM hunk_decisions d CROSS JOIN changeset_memories m
     WHERE d.changeset_key = ? AND ${IN_TRAY} AND d.actor_type = ? AND d.actor_id = ?
       AND m.changeset_key = d.changeset_key AND m.memory_key = d.memory_key
       AND m.through_sequence = d.through_sequence AND d.through_sequence = (
         SELECT max(v.sequence) FROM memory_versions v
         WHERE v.memory_key = d.memory_key AND v.changeset_key = d.changeset_key)
     ORDER BY d.memory_key, d.key`,
    [changesetKey, reviewer.type, reviewer.id],
  )
}

/** Every decision has its time: what was decided anew, or not at all, is not what was shown. */
function isTrayShown(tray: readonly TrayRow[], shown: ShownTray): boolean {
  const lying = groupedBy(tray, (row) => row.decided_at)
  return (
    lying.size === shown.length &&
    shown.every(({ decidedAt, hunks }) => lying.get(decidedAt)?.length === hunks)
  )
}

function revertedBy(tray: readonly TrayRow[]): readonly RevertedMemory[] {
  const byMemory = groupedBy(tray, (row) => row.memory_key)
  return [...byMemory].map(([memoryKey, decisions]) => ({
    memoryKey,
    through: decisions[0]?.through_sequence ?? 0,
    parts: partsOf(decisions),
  }))
}

function partsOf(decisions: readonly TrayRow[]): RevertedMemory['parts'] {
  const isAll =
    decisions.length === decisions[0]?.hunk_count &&
    decisions.every(({ decision }) => decision === 'rejected')
  if (isAll) return 'all'
  return {
    path: decisions.some(({ kind, decision }) => kind === 'renamed' && decision === 'rejected'),
    hunks: decisions
      .filter(({ kind }) => kind !== 'renamed')
      .map((row) => ({ hunk: hunkOfRow(row), text: row.content })),
  }
}

export interface UndoReviewInput {
  changesetId: string
  /** the batch in which a tray was applied */
  batchId: string
  reviewer: Actor
}

/**
 * Undoes the batch of an applied tray and takes back the decisions that were written with it, in one
 * transaction: their hunks are open again. Memories in which somebody else changed the same lines
 * since are left alone, and stay decided.
 *
 * Refuses `changeset_not_found`, also for a batch that is none of the changeset's trays; and as
 * `undoChanges` does.
 */
export async function undoReview(db: Database, input: UndoReviewInput): Promise<RollbackResult> {
  const { changesetId, batchId, reviewer } = input
  const applied = await db.read.get<{ key: number; store_id: string; batch_key: number }>(
    `SELECT c.key, s.id AS store_id, b.key AS batch_key
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     JOIN batches b ON b.store_key = c.store_key AND b.kind = 'review' AND b.reference = c.id
     WHERE c.id = ? AND b.id = ?`,
    [changesetId, batchId],
  )
  if (!applied) return refuseReview({ kind: 'changeset_not_found', changesetId })
  return undoChanges(
    db,
    { storeId: applied.store_id, changes: { batchId }, cause: { actor: reviewer } },
    (tx, { plan }) => {
      const undone = [...plan.willChange, ...plan.alreadySo].map(({ memoryId }) => memoryId)
      return openAgain(tx, { changesetKey: applied.key, batchKey: applied.batch_key, undone })
    },
  )
}

const MEMORIES_PER_STATEMENT = 500

/** Takes the decisions of a batch about these memories back. */
async function openAgain(
  tx: WriteSql,
  batch: { changesetKey: number; batchKey: number; undone: readonly string[] },
): Promise<void> {
  const { changesetKey, batchKey } = batch
  await tx.get(`SELECT key FROM changesets WHERE key = ? ${tx.forUpdate}`, [changesetKey])
  const memoryKeys: number[] = []
  for (const ids of chunked(batch.undone, MEMORIES_PER_STATEMENT)) {
    const rows = await tx.all<{ key: number }>(
      `SELECT key FROM memories WHERE id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )
    const keys = rows.map(({ key }) => key)
    await tx.run(
      `DELETE FROM hunk_decisions WHERE changeset_key = ? AND batch_key = ?
         AND memory_key IN (${keys.map(() => '?').join(', ')})`,
      [changesetKey, batchKey, ...keys],
    )
    memoryKeys.push(...keys)
  }
  await recountChangeset(tx, changesetKey, memoryKeys)
}
