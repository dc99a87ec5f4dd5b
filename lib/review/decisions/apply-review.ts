import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import type { ComingChanges } from '@/lib/store/proposals/coming-changes'
import { releasedBy, releaseReviewedWithin } from '@/lib/store/quarantine/quarantines'
import {
  changesOfRevert,
  type RevertedMemory,
  revertHunks,
  type RevertHunksInput,
} from '@/lib/store/undo/revert-hunks'
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
  /** the keys of the memories that were seen to leave their quarantine by it; nothing is done if others do */
  released?: ReadonlySet<number> | undefined
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
 * lines since are left alone, and stay in the tray. What is in quarantine and has been reviewed by that
 * is released with it.
 *
 * Refuses `changeset_not_found`; `plan_changed` also if the tray, or what would be released, is not
 * what was shown; and as `revertHunks` does.
 */
export async function applyReview(db: Database, input: ApplyReviewInput): Promise<AppliedTray> {
  const { changesetId } = input
  const { key, storeId } = await requireChangeset(db, changesetId)
  let tray: readonly TrayRow[] = []
  const applied = await revertHunks(db, revertOf(input, storeId), {
    // No decision is taken back between its being read and its being written.
    onBegun: (tx) => lockedChangeset(tx, changesetId),
    memories: async (sql) => {
      tray = await shownTray(sql, input, { key, storeId })
      return revertedBy(tray)
    },
    onApplied: async (transaction, memoryKeys) => {
      const { sql: tx, batchKey } = transaction
      const settled = new Set(memoryKeys)
      const applied = tray.filter(({ memoryKey }) => settled.has(memoryKey))
      const decisionKeys = applied.map(({ key }) => key)
      for (const keys of chunked(decisionKeys, DECISIONS_PER_STATEMENT)) {
        await noteApplied(tx, keys, { at: Date.now(), batchKey })
      }
      await recountChangeset(tx, key, [])
      const released = await releaseReviewedWithin(transaction, changesetId)
      if (input.released && !isSameSet(input.released, released)) {
        refuse({ kind: 'plan_changed', storeId })
      }
    },
  })
  return { ...applied, storeId }
}

/**
 * The changes that applying a tray would make of what agents are served, and what `applyReview` is to
 * be told so that it does just that; writes nothing. Refuses as `applyReview`.
 */
export async function changesOfReview(
  db: Database,
  input: ApplyReviewInput,
): Promise<ComingChanges & { plan: PlannedReview }> {
  const { changesetId, reviewer } = input
  const { key, storeId } = await requireChangeset(db, changesetId)
  let tray: readonly TrayRow[] = []
  const { planHash, released, sequence, changes } = await changesOfRevert(
    db,
    revertOf(input, storeId),
    {
      memories: async (sql) => {
        tray = await shownTray(sql, input, { key, storeId })
        return revertedBy(tray)
      },
      released: async (sql, memoryKeys) => {
        const settled = new Set(memoryKeys)
        const left = new Set(tray.flatMap(({ memoryKey: at }) => (settled.has(at) ? [] : at)))
        const released = await releasedBy(sql, changesetId, reviewer)
        return new Set(released.filter((each) => !left.has(each)))
      },
    },
  )
  return { storeId, sequence, changes, plan: { plan: planHash, released } }
}

/** The effect that applying a tray was seen to have. */
export type PlannedReview = Required<Pick<ApplyReviewInput, 'plan' | 'released'>>

async function requireChangeset(db: Database, changesetId: string) {
  const changeset = await changesetWithStore(db.read, changesetId)
  return changeset ?? refuseReview({ kind: 'changeset_not_found', changesetId })
}

function revertOf(
  { changesetId, reviewer, isDryRun, isForced, plan, signal }: ApplyReviewInput,
  storeId: string,
): RevertHunksInput {
  return { storeId, changesetId, cause: { actor: reviewer }, isDryRun, isForced, plan, signal }
}

/** The tray as it lies. Refuses `plan_changed` if it is not the one that was shown. */
async function shownTray(
  sql: Sql,
  { reviewer, tray: shown }: ApplyReviewInput,
  { key, storeId }: { key: number; storeId: string },
): Promise<readonly TrayRow[]> {
  const tray = await decisionsInTray(sql, key, reviewer)
  if (shown && !isTrayShown(tray, shown)) refuse({ kind: 'plan_changed', storeId })
  return tray
}

function isSameSet(one: ReadonlySet<number>, other: readonly number[]): boolean {
  return one.size === other.length && other.every((each) => one.has(each))
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
