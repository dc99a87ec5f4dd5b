import type { Database } from '@/lib/db/database'
import { applySteps, checkStep } from './rollback'
import {
  beginBatch,
  changeStore,
  dropEmptyBatch,
  type StoreTransaction,
} from '../write/store-transaction'
import { writeSeedEntries, writeSeedReference, type Seed } from '../seeding/seeds'
import type { Cause } from '../model/actor'
import type { AppliedStep, HistoryStep } from '../model/history-step'
import type { BatchKind } from '../model/memory-version'

export interface ApplyMomentInput {
  storeId: string
  /**
   * when it happened, milliseconds since 1970; raised to the time of the store's last change if
   * earlier
   */
  at?: number | undefined
  /** the batch of the moment's versions; null: none */
  batch: { kind: BatchKind; message?: string | null; reference?: string | null } | null
  steps: readonly HistoryStep[]
  cause: Cause
  /**
   * who imports it, if it has another author: the steps are judged and reviewed as theirs; left out:
   * the cause
   */
  importedBy?: Cause | undefined
  /** the seed that these steps come from, and what to record for it */
  seed?: SeedNote | undefined
}

/**
 * The progress that a seed records in a moment's own transaction: an interrupted run resumes from
 * there.
 */
export interface SeedNote {
  seed: Seed
  /** the version it last wrote at each path; null: it no longer has the path */
  entries: (applied: readonly AppliedStep[]) => ReadonlyMap<string, number | null>
  /** the moment's name, if these steps complete its import */
  reference: string | null
}

export interface AppliedMoment {
  /** null if the moment had no batch or wrote no version */
  batchId: string | null
  /** the versions' date, milliseconds since 1970 */
  at: number
  /** one for each step, in order */
  steps: AppliedStep[]
}

/**
 * Writes a moment of a history, such as a commit, as versions in one transaction with its own time
 * and author. Refuses as the single verbs do, and what the store's policy stops of an agent's import
 * with all of its stops (`StoppedByPolicyError`); then nothing of the moment is written.
 */
export async function applyMoment(db: Database, input: ApplyMomentInput): Promise<AppliedMoment> {
  for (const step of input.steps) checkStep(step)
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      const { batch } = input
      const batchId = batch ? await beginBatch(transaction, batch.kind, batch) : null
      const steps = await applySteps(transaction, input.steps)
      if (input.seed) await noteSeed(transaction, input.seed, steps)
      const isEmpty = steps.every((step) => step.versionId === null)
      if (isEmpty && batchId !== null) await dropEmptyBatch(transaction)
      return { batchId: isEmpty ? null : batchId, at: transaction.now, steps }
    },
    {
      at: input.at === undefined ? undefined : Math.min(input.at, Date.now()),
      importedBy: input.importedBy ?? input.cause,
    },
  )
}

async function noteSeed(
  transaction: StoreTransaction,
  { seed, entries, reference }: SeedNote,
  applied: readonly AppliedStep[],
): Promise<void> {
  await writeSeedEntries(transaction.sql, seed, entries(applied))
  if (reference !== null) await writeSeedReference(transaction.sql, seed, reference)
}
