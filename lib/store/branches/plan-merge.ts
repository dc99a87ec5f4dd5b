import { createHash } from 'node:crypto'
import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { turns } from '@/lib/turns'
import type {
  MemoryMerge,
  MergeChoices,
  MergeHunk,
  MergePlan,
  MergeSummary,
} from '../model/branch-merge'
import type { MemoryText } from '../model/memory-change'
import { refuse } from '../model/problems'
import { storeById, type StoreRow } from '../stores/sql/stores'
import { planRollback, type Rollback } from '../undo/rollback'
import type { MemoryRow } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { type BranchMemory, branchMemories, type OpenBranch, pathOf } from './branch-memories'
import { openBranch } from './find-branch'
import { agentsOf, type Brought, judgeMerge, type MergeJudgement } from './judge-merge'
import { mergedText } from './merge-memory'

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
  const { memories, planHash } = await plannedMerge(db, { ...input, choices: NO_CHOICES })
  return { memories: memories.map(({ summary }) => summary), planHash }
}

const NO_CHOICES: MergeChoices = new Map()

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

export interface PlannedMemory {
  memory: BranchMemory
  /** what it becomes in the origin */
  text: MemoryText | null
  /** what is written, if anything is to be */
  judgement: Judgement | null
  summary: MergeSummary
}

type Judgement = MergeJudgement & Pick<Brought, 'agent'>

export interface PlannedMerge {
  branch: OpenBranch
  /** the branch's own row, and its origin's, as they were before anything else was read */
  own: StoreRow
  origin: StoreRow
  memories: PlannedMemory[]
  planHash: string
}

/** Plans with all that is to be written, and with the reasons for what is left. Refuses as `planMerge`. */
export async function plannedMerge(
  db: Database,
  { storeId, choices, signal }: PlanMergeInput & { choices: MergeChoices },
): Promise<PlannedMerge> {
  const branch = await openBranch(db.bulk, storeId)
  const own = await findStore(db.bulk, storeId)
  const origin = await originOf(db.bulk, branch)
  const memories: PlannedMemory[] = []
  const hash = createHash('sha256')
  hash.update(JSON.stringify([branch.storeKey, branch.originKey, origin.policyRevision]))
  const maybeYield = turns(signal)
  for await (const memory of branchMemories(db.bulk, branch, { signal })) {
    await maybeYield()
    const { base, origin: ours, branch: theirs, obstacle, memoryId, counterpart } = memory
    const sides = [base, ours, theirs].map(
      (side) => side && [side.path, sha256Hex(utf8Bytes(side.content))],
    )
    const heads = [memory.own.headSequence, counterpart?.headSequence]
    hash.update(JSON.stringify([memoryId, heads, sides, obstacle]))
    const text = obstacle ? ours : mergedText(memory, choices)
    memories.push({ memory, text, judgement: null, summary: summaryOf(memory) })
  }
  await judge(db, origin, memories)
  await findTaken(db.bulk, branch, memories)
  return { branch, own, origin, memories, planHash: hash.digest('hex') }
}

async function originOf(sql: Sql, { originId }: OpenBranch): Promise<StoreRow> {
  const row = await storeById(sql, originId)
  return row ?? refuse({ kind: 'store_not_found', storeId: originId })
}

async function judge(
  db: Database,
  origin: StoreRow,
  memories: readonly PlannedMemory[],
): Promise<void> {
  const maybeYield = turns()
  const brought = memories.filter((each) => !each.summary.obstacle && isChanged(each))
  const agents = await agentsOf(
    db.bulk,
    brought.map(({ memory }) => memory),
  )
  for (const each of brought) {
    const { memory, text, summary } = each
    const agent = agents.get(memory.own.key)
    const judgement = await judgeMerge(db, origin, { memory, text, agent })
    each.judgement = { ...judgement, agent }
    each.text = judgement.text
    summary.obstacle = judgement.obstacle
    await maybeYield()
  }
}

/** Returns whether it would be written in the origin. */
export function isChanged({ memory: { origin }, text }: PlannedMemory): boolean {
  return origin?.path !== text?.path || origin?.content !== text?.content
}

/**
 * Finds what cannot be where it would be, as an undo does: another memory is there, or one of the
 * branch's that is left where it is.
 */
async function findTaken(
  sql: Sql,
  { originKey }: OpenBranch,
  memories: readonly PlannedMemory[],
): Promise<void> {
  const ready = memories.filter(({ summary }) => !summary.obstacle)
  const maybeYield = turns()
  const rollbacks: Rollback[] = []
  for (const { memory, text } of ready) {
    rollbacks.push(rollbackOf(memory, text))
    await maybeYield()
  }
  const { plan } = await planRollback(sql, originKey, rollbacks, maybeYield)
  const taken = new Set(plan.cannot.map(({ memoryId }) => memoryId))
  for (const { memory, summary } of ready) {
    if (taken.has(rowOf(memory).id)) summary.obstacle = { reason: 'path_taken' }
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
