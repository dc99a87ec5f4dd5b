import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { applySteps, checkStep } from '../undo/rollback'
import { findMemory } from '../write/find'
import {
  beginBatch,
  changeStore,
  dropEmptyBatch,
  type StoreTransaction,
} from '../write/store-transaction'
import { readText } from '../contents/stored-content'
import type { Cause } from '../model/actor'
import type { AppliedStep, HistoryStep } from '../model/history-step'

/** One change of a file in a watched folder. */
export type FileStep =
  | { op: 'write'; path: string; content: string }
  | { op: 'rename'; from: string; path: string; content: string }
  | { op: 'delete'; path: string }

export interface TakeInFilesInput {
  storeId: string
  steps: readonly FileStep[]
  cause: Cause
  /** the batch that these versions join; null: they make one of their own, unless there is but one */
  batchKey: number | null
  /** writes what goes with it, in the same transaction */
  within: (tx: WriteSql, applied: readonly TakenIn[]) => Promise<void>
}

/** The state of a path after a step; `sha256` null: there is nothing. */
export interface TakenIn {
  path: string
  /** the change of the store that it stands on */
  sequence: number
  sha256: string | null
  /** whether a version was written: the store held something else */
  isNew: boolean
}

/**
 * Writes what a watched folder holds as the heads of its store, in one transaction; where they are
 * so already, nothing is written. Nobody's version is lost: what the store held stays in its history.
 * Refuses as the single verbs do; then nothing is written. Returns the batch, for what is taken in with
 * them by a transaction of its own; null: none.
 */
export async function takeInFiles(db: Database, input: TakeInFilesInput): Promise<number | null> {
  const { storeId, steps, batchKey } = input
  for (const step of steps) checkStep(step)
  const cause: Cause = { ...input.cause, isOnDisk: true }
  return changeStore(db, storeId, cause, async (transaction) => {
    const wanted: HistoryStep[] = []
    for (const step of steps) wanted.push(...(await stepsFor(transaction, step)))
    const isBegun = batchKey === null && wanted.length > 1
    if (isBegun) await beginBatch(transaction, 'folder')
    else transaction.batchKey = batchKey
    const applied = await applySteps(transaction, wanted)
    if (isBegun && applied.every(({ versionId }) => versionId === null)) {
      await dropEmptyBatch(transaction)
    }
    await input.within(transaction.sql, takenIn(transaction, steps, applied))
    return transaction.batchKey
  })
}

/**
 * Translates a file's change into steps of the store's history. Deleting a missing memory needs no
 * step; a rename onto another memory replaces that one.
 */
async function stepsFor(transaction: StoreTransaction, step: FileStep): Promise<HistoryStep[]> {
  const { sql, storeKey } = transaction
  const isThere = async (path: string) => (await findMemory(sql, storeKey, { path })) !== undefined
  if (step.op === 'write') return [step]
  if (step.op === 'delete') return (await isThere(step.path)) ? [step] : []
  const { from, path, content } = step
  if (!(await isThere(from))) return [{ op: 'write', path, content }]
  if (!(await isThere(path))) return [step]
  return [
    { op: 'write', path, content },
    { op: 'delete', path: from },
  ]
}

function takenIn(
  transaction: StoreTransaction,
  steps: readonly FileStep[],
  applied: readonly AppliedStep[],
): TakenIn[] {
  const byPath = new Map(applied.map((step) => [step.path, step]))
  return steps.map(({ path }) => {
    const step = byPath.get(path)
    return {
      path,
      sequence: step?.sequence ?? transaction.sequence,
      sha256: step?.sha256 ?? null,
      isNew: step?.versionId != null,
    }
  })
}

export interface KeepAsideInput {
  storeId: string
  path: string
  content: string
  cause: Cause
  /** told the sequence of the version; writes what goes with it, in the same transaction */
  within: (tx: WriteSql, sequence: number) => Promise<void>
}

/**
 * Keeps a content that stood in a watched folder for a moment as a version under the head of its
 * memory: the head is written again after it. Refuses as the single verbs do.
 */
export async function keepAside(db: Database, input: KeepAsideInput): Promise<void> {
  const { storeId, path, content } = input
  const aside: HistoryStep = { op: 'write', path, content, isAgain: true }
  checkStep(aside)
  const cause: Cause = { ...input.cause, isOnDisk: true }
  await changeStore(db, storeId, cause, async (transaction) => {
    const head = await findMemory(transaction.sql, transaction.storeKey, { path })
    const text = head && (await readText(transaction.sql, transaction.storeKey, head.headSequence))
    const [kept] = await applySteps(transaction, [aside])
    await applySteps(transaction, [
      text === undefined || text === null
        ? { op: 'delete', path }
        : { op: 'write', path, content: text },
    ])
    await input.within(transaction.sql, kept?.sequence ?? transaction.sequence)
  })
}
