import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { turns } from '@/lib/turns'
import type {
  MemoryMerge,
  MergeChoices,
  MergeConflict,
  MergeHunk,
  MergePlan,
  MergeSummary,
} from '../model/branch-merge'
import { checkContent } from '../model/check-input'
import type { Cause } from '../model/actor'
import type { MemoryText } from '../model/memory-change'
import { refuse } from '../model/problems'
import { storeById, type StoreRow } from '../stores/sql/stores'
import { planRollback, type Rollback } from '../undo/rollback'
import { enforceOutcome } from '../write/enforce-outcome'
import type { MemoryRow } from '../write/sql/heads'
import {
  beginBatch,
  changeStore,
  findStore,
  type StoreTransaction,
} from '../write/store-transaction'
import { stateOf } from '../write/memory-state'
import { applyStates, insertMemory, type Written } from '../write/write-memory'
import { type BranchMemory, branchMemories, type OpenBranch, pathOf } from './branch-memories'
import { openBranch } from './find-branch'
import { judgeMerge, type MergeJudgement } from './judge-merge'
import { mergedText, unsettled } from './merge-memory'
import { lockedBranch, noteMerged } from './sql/branches'
import { noteMergedMemory } from './sql/merging'

export interface PlanMergeInput {
  /** the branch */
  storeId: string
  /** stops it when the caller leaves */
  signal?: AbortSignal | undefined
}

/**
 * Plans what a branch would bring back to its origin, three-way against what both had when they last
 * agreed; writes nothing. Refuses `store_not_found`, `not_a_branch`, `branch_origin_gone`.
 */
export async function planMerge(db: Database, input: PlanMergeInput): Promise<MergePlan> {
  const branch = await openBranch(db.bulk, input.storeId)
  const origin = await originOf(db.bulk, branch)
  const plan = await computed(db.bulk, branch, origin, { ...NO_CHOICES, signal: input.signal })
  const memories = plan.memories.map(({ summary }) => summary)
  for (const each of plan.memories) {
    if (each.summary.obstacle) continue
    const { obstacle } = await judgeMerge(db, origin, each)
    each.summary.obstacle = obstacle
  }
  return { memories, planHash: plan.planHash }
}

/**
 * Memories of the merge with their texts and places. Refuses as `planMerge`; what the branch did not
 * change is left out.
 */
export async function mergeOfMemories(
  db: Database,
  { storeId, memoryIds, signal }: PlanMergeInput & { memoryIds: readonly string[] },
): Promise<MemoryMerge[]> {
  const branch = await openBranch(db.bulk, storeId)
  const found: MemoryMerge[] = []
  for await (const each of branchMemories(db.bulk, branch, { memoryIds, signal })) {
    const { memoryId, originMemoryId, base, origin, branch: own, hunks, obstacle } = each
    found.push({ memoryId, originMemoryId, base, origin, branch: own, hunks, obstacle })
  }
  return found
}

export interface MergeBranchInput {
  /** the branch */
  storeId: string
  /** what becomes of places: those without a choice are taken, unless both changed them */
  choices: MergeChoices
  /** the hash of the plan that was shown; nothing is done if the plan has changed */
  plan?: string | undefined
  /** who merges: the author of all that it writes */
  cause: Cause
}

export interface MergeResult {
  /** the origin */
  storeId: string
  planHash: string
  /** null: there was nothing to write */
  batchId: string | null
  versionIds: string[]
  /** memories that could not be merged, and are still to be */
  left: MergeSummary[]
}

/** Rounds of planning, judging and writing while others change what is merged. */
const MAX_ATTEMPTS = 3

/**
 * Merges a branch into its origin: one batch, by who merges. What the origin's policy masks is masked,
 * what it refuses is left. From then on both agree about what was merged: the next merge starts there.
 *
 * Refuses `store_not_found`, `not_a_branch`, `branch_origin_gone`, `store_archived`; `merge_conflicts`
 * if both changed a place and nobody chose; `plan_changed` if it is not what was shown; limits as
 * writes do.
 */
export async function mergeBranch(db: Database, input: MergeBranchInput): Promise<MergeResult> {
  for (const choice of input.choices.values()) if ('text' in choice) checkContent(choice.text)
  for (let attempt = 1; ; attempt++) {
    const branch = await openBranch(db.bulk, input.storeId)
    const origin = await originOf(db.bulk, branch)
    const plan = await computed(db.bulk, branch, origin, input)
    const isShown = input.plan === undefined || input.plan === plan.planHash
    if (!isShown) refuse({ kind: 'plan_changed', storeId: input.storeId })
    refuseConflicts(input, plan.memories)
    const judgements = await judged(db, origin, plan.memories)
    const result = await write(db, input, { originId: origin.id, judgements, planned: plan })
    if (result) return result
    const isLast = attempt === MAX_ATTEMPTS || input.plan !== undefined
    if (isLast) refuse({ kind: 'plan_changed', storeId: input.storeId })
  }
}

async function originOf(sql: Sql, { originId }: OpenBranch): Promise<StoreRow> {
  const row = await storeById(sql, originId)
  return row ?? refuse({ kind: 'store_not_found', storeId: originId })
}

const NO_CHOICES = { choices: new Map<string, never>() }

interface PlannedMemory {
  memory: BranchMemory
  /** what it becomes in the origin */
  text: MemoryText | null
  summary: MergeSummary
}

interface ComputedMerge {
  memories: PlannedMemory[]
  planHash: string
}

/** The same of the same rows: computed again in the transaction that writes. */
async function computed(
  sql: Sql,
  branch: OpenBranch,
  origin: StoreRow,
  { choices, signal }: { choices: MergeChoices; signal?: AbortSignal | undefined },
): Promise<ComputedMerge> {
  const memories: PlannedMemory[] = []
  const hash = createHash('sha256')
  hash.update(JSON.stringify([branch.storeKey, branch.originKey, origin.policyRevision]))
  for await (const memory of branchMemories(sql, branch, { signal })) {
    const { base, origin: ours, branch: theirs, obstacle, memoryId, counterpart } = memory
    const sides = [base, ours, theirs].map(
      (side) => side && [side.path, sha256Hex(utf8Bytes(side.content))],
    )
    hash.update(JSON.stringify([memoryId, counterpart?.headSequence, sides, obstacle]))
    const text = obstacle ? ours : mergedText(memory, choices)
    memories.push({ memory, text, summary: summaryOf(memory) })
  }
  await addTaken(sql, branch, memories)
  return { memories, planHash: hash.digest('hex') }
}

/** Finds what cannot be where it would be, as an undo does. */
async function addTaken(
  sql: Sql,
  { originKey }: OpenBranch,
  memories: readonly PlannedMemory[],
): Promise<void> {
  const rollbacks = memories.flatMap(({ memory, text }): Rollback[] =>
    memory.obstacle ? [] : [rollbackOf(memory, text)],
  )
  const { plan } = await planRollback(sql, originKey, rollbacks, turns())
  const taken = new Set(plan.cannot.map(({ memoryId }) => memoryId))
  for (const { memory, summary } of memories) {
    if (!taken.has(rowOf(memory).id) || memory.obstacle) continue
    memory.obstacle = summary.obstacle = { reason: 'path_taken' }
  }
}

function rollbackOf(memory: BranchMemory, text: MemoryText | null): Rollback {
  if (!text) return { memory: rowOf(memory), target: null }
  const bytes = utf8Bytes(text.content)
  return {
    memory: rowOf(memory),
    target: {
      path: text.path,
      sha256: sha256Hex(bytes),
      size: bytes.length,
      read: async () => bytes,
    },
  }
}

/** The memory of the origin, or one as it would be if it were there and deleted. */
const rowOf = ({ counterpart, own }: BranchMemory): MemoryRow =>
  counterpart ?? { ...own, path: null, sha256: null, size: null }

function refuseConflicts(
  { storeId, choices }: MergeBranchInput,
  memories: readonly PlannedMemory[],
): void {
  const conflicts = memories.flatMap(({ memory }): MergeConflict[] =>
    unsettled(memory.hunks, choices).map(({ id: hunkId }) => ({
      hunkId,
      memoryId: memory.memoryId,
      path: pathOf(memory),
    })),
  )
  if (conflicts.length > 0) refuse({ kind: 'merge_conflicts', storeId, conflicts })
}

/** By the ids of memories in the branch. */
type Judgements = ReadonlyMap<string, MergeJudgement>

async function judged(
  db: Database,
  origin: StoreRow,
  memories: readonly PlannedMemory[],
): Promise<Judgements> {
  const judgements = new Map<string, MergeJudgement>()
  for (const each of memories) {
    if (each.memory.obstacle || isUnchanged(each)) continue
    judgements.set(each.memory.memoryId, await judgeMerge(db, origin, each))
  }
  return judgements
}

function isUnchanged({ memory: { origin }, text }: PlannedMemory): boolean {
  return origin?.path === text?.path && origin?.content === text?.content
}

/** Null: the plan has changed since it was judged. */
async function write(
  db: Database,
  input: MergeBranchInput,
  {
    originId,
    judgements,
    planned,
  }: { originId: string; judgements: Judgements; planned: ComputedMerge },
): Promise<MergeResult | null> {
  return changeStore(db, originId, input.cause, async (transaction) => {
    const branch = await openBranch(transaction.sql, input.storeId)
    await lockedBranch(transaction.sql, branch.storeKey)
    const own = await findStore(transaction.sql, input.storeId)
    const plan = await computed(transaction.sql, branch, transaction.row, input)
    if (plan.planHash !== planned.planHash) return null
    const ready: Ready[] = []
    const left: MergeSummary[] = []
    for (const { memory, text, summary } of plan.memories) {
      const judgement = judgements.get(memory.memoryId)
      const obstacle = memory.obstacle ?? judgement?.obstacle ?? null
      if (obstacle) left.push({ ...summary, obstacle })
      else ready.push({ memory, text: judgement ? judgement.text : text, judgement })
    }
    const written = await apply(transaction, input.storeId, ready)
    await note(transaction, branch, ready, written)
    await noteMerged(transaction.sql, {
      storeKey: branch.storeKey,
      mergedSequence: left.length === 0 ? own.lastSequence : branch.mergedSequence,
      originSequence: transaction.sequence,
      at: transaction.now,
    })
    transaction.sql.touch(branch.storeKey)
    return {
      storeId: originId,
      planHash: plan.planHash,
      batchId: written.batchId,
      versionIds: [...written.of.values()].map(({ versionId }) => versionId),
      left,
    }
  })
}

/** A memory with what is written for it. */
interface Ready {
  memory: BranchMemory
  text: MemoryText | null
  judgement: MergeJudgement | undefined
}

interface Applied {
  batchId: string | null
  of: ReadonlyMap<Ready, Written>
}

/** Memories that are there get their states together, so that they can swap paths; then new ones. */
async function apply(
  transaction: StoreTransaction,
  branchId: string,
  ready: readonly Ready[],
): Promise<Applied> {
  const changed = ready.filter(
    ({ memory: { origin }, text }) =>
      origin?.path !== text?.path || origin?.content !== text?.content,
  )
  const of = new Map<Ready, Written>()
  if (changed.length === 0) return { batchId: null, of }
  const batchId = await beginBatch(transaction, 'merge', { reference: branchId })
  const known = changed.filter(({ memory }) => memory.counterpart !== null)
  const states = known.flatMap(({ memory, text }) =>
    memory.counterpart
      ? [{ memory: memory.counterpart, state: text && stateOf(text.path, text.content) }]
      : [],
  )
  const written = await applyStates(transaction, states)
  for (const [at, each] of known.entries()) {
    const own = written[at]
    if (own) of.set(each, own)
  }
  for (const each of changed) {
    const { memory, text } = each
    if (memory.counterpart || !text) continue
    of.set(each, await insertMemory(transaction, stateOf(text.path, text.content)))
  }
  for (const [{ judgement }, { memory, sequence }] of of) {
    await enforceOutcome(transaction, judgement?.outcome ?? null, {
      memoryKey: memory.key,
      sequence,
    })
  }
  return { batchId, of }
}

/** From here on both agree about these; what was left is for another merge. */
async function note(
  { sql }: StoreTransaction,
  { storeKey }: OpenBranch,
  ready: readonly Ready[],
  written: Applied,
): Promise<void> {
  for (const each of ready) {
    const { own, counterpart } = each.memory
    await noteMergedMemory(sql, {
      storeKey,
      memoryKey: own.key,
      originMemoryKey: written.of.get(each)?.memory.key ?? counterpart?.key ?? null,
      sequence: own.headSequence,
    })
  }
}

function summaryOf(memory: BranchMemory): MergeSummary {
  const { memoryId, originMemoryId, hunks, obstacle } = memory
  const added = (hunk: MergeHunk) => (hunk.kind === 'path' ? 0 : hunk.branch.length)
  const removed = (hunk: MergeHunk) => (hunk.kind === 'path' ? 0 : hunk.base.length)
  return {
    memoryId,
    originMemoryId,
    path: pathOf(memory),
    operation: operationOf(memory),
    hunks: hunks.length,
    conflicts: hunks.filter(({ isConflict }) => isConflict).length,
    added: hunks.reduce((sum, hunk) => sum + added(hunk), 0),
    removed: hunks.reduce((sum, hunk) => sum + removed(hunk), 0),
    obstacle,
  }
}

function operationOf({ base, branch }: BranchMemory): MergeSummary['operation'] {
  if (!base) return 'created'
  if (!branch) return 'deleted'
  return base.path === branch.path ? 'modified' : 'renamed'
}
