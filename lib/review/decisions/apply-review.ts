import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import { releaseReviewed } from '@/lib/store/quarantine/quarantines'
import { type RevertedMemory, revertHunks } from '@/lib/store/undo/revert-hunks'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { chunked } from '@/lib/text/chunked'
import { groupedBy } from '@/lib/text/grouped-by'
import { recountChangeset } from '@/lib/store/events/recount-changeset'
import { hunkOfRow } from '../hunks/hunk-rows'
import { refuseReview } from '../model/review-problems'
import { hasWritten } from './decide-hunks'
import { changesetOfTray, changesetWithStore, lockedChangeset } from './sql/decided-changesets'
import { decisionsInTray, noteApplied, type TrayRow } from './sql/decisions'

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

/**
 * Numbers of hunks in a tray by the time at which they were decided, in milliseconds since 1970.
 */
export type ShownTray = readonly { decidedAt: number; hunks: number }[]

/** The result of applying a tray. */
export interface AppliedTray extends RollbackResult {
  /** the store of the changeset */
  storeId: string
}

/**
 * Applies what a reviewer rejected and edited in a changeset: one version a memory, in one
 * transaction with one batch, which can be undone. Memories in which somebody else changed the same
 * lines since are left alone, and stay in the tray.
 *
 * Refuses `changeset_not_found`; `plan_changed` also if the tray is not the one that was shown; and
 * as `revertHunks` does.
 */
export async function applyReview(db: Database, input: ApplyReviewInput): Promise<AppliedTray> {
  const { changesetId, reviewer } = input
  const changeset = await changesetWithStore(db.read, changesetId)
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  const { isDryRun, isForced, plan, signal } = input
  let tray: readonly TrayRow[] = []
  const applied = await revertHunks(
    db,
    {
      storeId: changeset.storeId,
      changesetId,
      cause: { actor: reviewer },
      isDryRun,
      isForced,
      plan,
      signal,
    },
    {
      // No decision is taken back between its being read and its being written.
      onBegun: (tx) => lockedChangeset(tx, changesetId),
      memories: async (sql) => {
        tray = await decisionsInTray(sql, changeset.key, reviewer)
        if (input.tray && !isTrayShown(tray, input.tray)) {
          refuse({ kind: 'plan_changed', storeId: changeset.storeId })
        }
        return revertedBy(tray)
      },
      onApplied: async (tx, { batchKey, memoryKeys }) => {
        const settled = new Set(memoryKeys)
        const applied = tray.filter(({ memoryKey }) => settled.has(memoryKey))
        const decisionKeys = applied.map(({ key }) => key)
        for (const keys of chunked(decisionKeys, DECISIONS_PER_STATEMENT)) {
          await noteApplied(tx, keys, { at: Date.now(), batchKey })
        }
        await recountChangeset(tx, changeset.key, [])
      },
    },
  )
  if (!isDryRun) await releaseReviewed(db, { changesetId, cause: { actor: reviewer } })
  return { ...applied, storeId: changeset.storeId }
}

const DECISIONS_PER_STATEMENT = 500

/** Every decision has its time: what was decided anew, or not at all, is not what was shown. */
function isTrayShown(tray: readonly TrayRow[], shown: ShownTray): boolean {
  const lying = groupedBy(tray, (row) => row.decidedAt)
  return (
    lying.size === shown.length &&
    shown.every(({ decidedAt, hunks }) => lying.get(decidedAt)?.length === hunks)
  )
}

function revertedBy(tray: readonly TrayRow[]): readonly RevertedMemory[] {
  const byMemory = groupedBy(tray, (row) => row.memoryKey)
  return [...byMemory].map(([memoryKey, decisions]) => ({
    memoryKey,
    through: decisions[0]?.throughSequence ?? 0,
    parts: partsOf(decisions),
  }))
}

function partsOf(decisions: readonly TrayRow[]): RevertedMemory['parts'] {
  const isAll =
    decisions.length === decisions[0]?.hunkCount &&
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
 * Undoes the batch of an applied tray: its decisions lie in the tray again. Memories in which
 * somebody else changed the same lines since are left alone, and stay applied.
 *
 * Refuses `changeset_not_found`, also for a batch that is none of the changeset's trays;
 * `own_changes` to a key that wrote some of the changeset; and as `undoChanges` does.
 */
export async function undoReview(db: Database, input: UndoReviewInput): Promise<RollbackResult> {
  const { changesetId, batchId, reviewer } = input
  const changeset = await changesetOfTray(db.read, changesetId, batchId)
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  const { key, storeId } = changeset
  if (await hasWritten(db.read, key, reviewer)) refuseReview({ kind: 'own_changes', changesetId })
  return undoChanges(db, { storeId, changes: { batchId }, cause: { actor: reviewer } })
}
