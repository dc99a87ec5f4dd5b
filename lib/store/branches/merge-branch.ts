import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { ancestorPaths } from '@/lib/text/memory-path'
import { turns } from '@/lib/turns'
import type { Cause } from '../model/actor'
import type { MergeChoices, MergeConflict, MergeSummary } from '../model/branch-merge'
import { checkContent } from '../model/check-input'
import { refuse, StoreError } from '../model/problems'
import {
  type ComingChange,
  type ComingChanges,
  comingText,
  servedChanges,
} from '../proposals/coming-changes'
import { memoriesChangedAfter } from '../undo/sql/memories'
import { enforceOutcome } from '../write/enforce-outcome'
import { stateOf } from '../write/memory-state'
import {
  beginBatch,
  changeStore,
  findStore,
  type StoreTransaction,
} from '../write/store-transaction'
import { applyStates, insertMemory, type Written } from '../write/write-memory'
import { type OpenBranch, pathOf } from './branch-memories'
import { openBranch } from './find-branch'
import { unsettled } from './merge-memory'
import { isChanged, type PlannedMemory, type PlannedMerge, plannedMerge } from './plan-merge'
import { insertMergeStep, noteMerge } from './sql/agreements'
import { lockedBranch, noteMerged } from './sql/branches'
import { hasRedactionsAfter } from './sql/copying'
import { insertMergedWriter, noteMergedMemory, type WriterRow } from './sql/merging'

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

/** Memories that one transaction merges: some tens of milliseconds, for which others wait. */
const MEMORIES_PER_WRITE = 64

/**
 * Merges a branch into its origin: one batch, by who merges. What the origin's policy masks is masked,
 * what it refuses is left, and what finds its place taken for it. From then on both agree about what
 * was merged: the next merge starts there. Of more than `MEMORIES_PER_WRITE` memories each so many are
 * written by themselves, so that others do not wait; what somebody changes in the meantime is left,
 * and so is the rest if a limit refuses a part.
 *
 * Refuses `store_not_found`, `not_a_branch`, `branch_origin_gone`, `store_archived`; `merge_conflicts`
 * if both changed a place and nobody chose; `plan_changed` if it is not what was shown; limits as
 * writes do.
 */
export async function mergeBranch(db: Database, input: MergeBranchInput): Promise<MergeResult> {
  for (const choice of input.choices.values()) if ('text' in choice) checkContent(choice.text)
  for (let attempt = 1; ; attempt++) {
    const planned = await plannedMerge(db, input)
    const isShown = input.plan === undefined || input.plan === planned.planHash
    if (!isShown) refuse({ kind: 'plan_changed', storeId: input.storeId })
    refuseConflicts(input, planned.memories)
    const result = await new Merging(db, input, planned).run()
    if (result) return result
    if (attempt === MAX_ATTEMPTS) refuse({ kind: 'plan_changed', storeId: input.storeId })
  }
}

/**
 * The changes that a merge would make of what agents are served of its origin, the state on which it
 * would make them, and the hash of its plan; those of what it would leave are not among them, nor of
 * what is in quarantine there. Refuses as `mergeBranch` does before it writes.
 */
export async function changesOfMerge(
  db: Database,
  input: MergeBranchInput,
): Promise<ComingChanges & { plan: string }> {
  const planned = await plannedMerge(db, input)
  const isShown = input.plan === undefined || input.plan === planned.planHash
  if (!isShown) refuse({ kind: 'plan_changed', storeId: input.storeId })
  refuseConflicts(input, planned.memories)
  const { origin } = planned
  const maybeYield = turns()
  const heads: ComingChange[] = []
  for (const each of planned.memories) {
    if (each.summary.obstacle || !isChanged(each) || landsInQuarantine(each)) continue
    const { memory, text } = each
    const memoryId = memory.originMemoryId ?? memory.memoryId
    heads.push({ memoryId, before: memory.origin?.path ?? null, after: text && comingText(text) })
    await maybeYield()
  }
  const changes = await servedChanges(db.bulk, origin, { heads }, maybeYield)
  return { storeId: origin.id, sequence: origin.lastSequence, changes, plan: planned.planHash }
}

const landsInQuarantine = ({ judgement }: PlannedMemory) =>
  judgement?.outcome?.action === 'quarantine'

function refuseConflicts(
  { storeId, choices }: MergeBranchInput,
  memories: readonly PlannedMemory[],
): void {
  // Of what is left nobody has to choose anything.
  const merged = memories.filter(({ summary }) => !summary.obstacle)
  const conflicts = merged.flatMap(({ memory }): MergeConflict[] =>
    unsettled(memory.hunks, choices).map(({ id: hunkId }) => ({
      hunkId,
      memoryId: memory.memoryId,
      path: pathOf(memory),
    })),
  )
  if (conflicts.length > 0) refuse({ kind: 'merge_conflicts', storeId, conflicts })
}

class Merging {
  private batch: { id: string; key: number } | null = null
  private readonly versionIds: string[] = []
  private readonly left: MergeSummary[]
  /** the memories of the origin that the merge itself has changed, and those that others have since */
  private readonly writtenKeys = new Set<number>()
  private readonly others = new Set<number>()
  private readonly othersAt = new Set<string>()
  private readonly othersBelow = new Set<string>()
  /** the origin's change up to which others' are known */
  private seenSequence: number
  /** when the branch was last merged, as its row says it */
  private mergedAt: number | null

  constructor(
    private readonly db: Database,
    private readonly input: MergeBranchInput,
    private readonly planned: PlannedMerge,
  ) {
    const { memories, origin, branch } = planned
    this.left = memories.flatMap(({ summary }) => (summary.obstacle ? summary : []))
    this.seenSequence = origin.lastSequence
    this.mergedAt = branch.mergedAt
  }

  /** Null: nothing was done, for it is not as it was planned any more. */
  async run(): Promise<MergeResult | null> {
    const { origin, planHash, memories } = this.planned
    const parts = partsOf(memories.filter(({ summary }) => !summary.obstacle))
    for (const [at, part] of parts.entries()) {
      if (await this.writePart(part, at === parts.length - 1)) continue
      if (at === 0) return null
      for (const { summary } of parts.slice(at).flat()) {
        this.left.push({ ...summary, obstacle: { reason: 'changed' } })
      }
      break
    }
    const { versionIds, left } = this
    return { storeId: origin.id, planHash, batchId: this.batch?.id ?? null, versionIds, left }
  }

  private async writePart(part: readonly PlannedMemory[], isLast: boolean): Promise<boolean> {
    const { db, input, planned, batch } = this
    const { origin, own } = planned
    const done = await changeStore(db, origin.id, input.cause, async (transaction) => {
      const branch = await this.branchAsPlanned(transaction)
      if (!branch || (await this.isTouched(transaction, part))) return null
      transaction.batchKey = batch?.key ?? null
      const written = await apply(transaction, own.id, part, batch?.id ?? null)
      const isWhole = isLast && this.left.length === 0
      const mergedSequence = isWhole ? own.lastSequence : branch.mergedSequence
      await note(transaction, { branchId: own.id, branch, mergedSequence }, part, written.of)
      const { sequence, now, batchKey } = transaction
      return { written, sequence, now, batchKey }
    }).catch((error: unknown) => {
      // What was written by then stays, and is agreed about.
      if (batch === null || !(error instanceof StoreError)) throw error
      return null
    })
    if (!done) return false
    const { written, sequence, now, batchKey } = done
    if (written.batchId !== null && batchKey !== null) {
      this.batch = { id: written.batchId, key: batchKey }
    }
    for (const { versionId, memory } of written.of.values()) {
      this.versionIds.push(versionId)
      this.writtenKeys.add(memory.key)
    }
    this.seenSequence = sequence
    this.mergedAt = now
    return true
  }

  /** The branch's row, locked, if nothing in it, of its agreement or of the policy has changed. */
  private async branchAsPlanned({ sql, row }: StoreTransaction): Promise<OpenBranch | null> {
    const { own, origin } = this.planned
    const branch = await openBranch(sql, own.id)
    await lockedBranch(sql, branch.storeKey)
    const { lastSequence } = await findStore(sql, own.id)
    const isSo =
      lastSequence === own.lastSequence &&
      branch.mergedAt === this.mergedAt &&
      row.policyRevision === origin.policyRevision
    return isSo ? branch : null
  }

  /** Returns whether others changed what a part is about in the origin since it was planned. */
  private async isTouched(
    { sql, storeKey, row }: StoreTransaction,
    part: readonly PlannedMemory[],
  ): Promise<boolean> {
    const after = this.seenSequence
    if (row.lastSequence > after) {
      if (await hasRedactionsAfter(sql, { storeKey, after })) return true
      for (const { key, path } of await memoriesChangedAfter(sql, storeKey, after)) {
        if (this.writtenKeys.has(key)) continue
        this.others.add(key)
        if (path === null) continue
        this.othersAt.add(path)
        for (const above of ancestorPaths(path)) this.othersBelow.add(above)
      }
    }
    return part.some(({ memory: { counterpart, origin }, text }) => {
      if (counterpart && this.others.has(counterpart.key)) return true
      if (!text || text.path === origin?.path) return false
      const isTaken = [text.path, ...ancestorPaths(text.path)].some((at) => this.othersAt.has(at))
      return isTaken || this.othersBelow.has(text.path)
    })
  }
}

/**
 * Memories that take places which others of the merge leave are written together, first; then those
 * that are written, so that what was decided without writing anything has their batch.
 */
function partsOf(ready: readonly PlannedMemory[]): PlannedMemory[][] {
  const first = changingPlaces(ready)
  const others = ready.filter((each) => !first.has(each))
  const rest = [...others.filter(isChanged), ...others.filter((each) => !isChanged(each))]
  const parts =
    first.size > MEMORIES_PER_WRITE
      ? [[...first], ...chunked(rest, MEMORIES_PER_WRITE)]
      : [...chunked([...first, ...rest], MEMORIES_PER_WRITE)]
  return parts.length === 0 ? [[]] : parts
}

function changingPlaces(ready: readonly PlannedMemory[]): Set<PlannedMemory> {
  const leaving = new Map<string, PlannedMemory>()
  const leavingBelow = new Map<string, PlannedMemory[]>()
  for (const each of ready) {
    const from = each.memory.origin?.path
    if (from === undefined || from === each.text?.path) continue
    leaving.set(from, each)
    for (const above of ancestorPaths(from)) {
      const below = leavingBelow.get(above)
      if (below) below.push(each)
      else leavingBelow.set(above, [each])
    }
  }
  const found = new Set<PlannedMemory>()
  for (const each of ready) {
    const { text } = each
    if (!text || text.path === each.memory.origin?.path) continue
    const inTheWay = [text.path, ...ancestorPaths(text.path)]
      .flatMap((path) => leaving.get(path) ?? [])
      .concat(leavingBelow.get(text.path) ?? [])
      .filter((other) => other !== each)
    if (inTheWay.length > 0) for (const one of [...inTheWay, each]) found.add(one)
  }
  return found
}

interface Applied {
  /** null: nothing was written */
  batchId: string | null
  of: ReadonlyMap<PlannedMemory, Written>
}

/** Memories that are there get their states together, so that they can swap paths; then new ones. */
async function apply(
  transaction: StoreTransaction,
  branchId: string,
  part: readonly PlannedMemory[],
  begun: string | null,
): Promise<Applied> {
  const changed = part.filter(isChanged)
  const of = new Map<PlannedMemory, Written>()
  if (changed.length === 0) return { batchId: begun, of }
  const batchId = begun ?? (await beginBatch(transaction, 'merge', { reference: branchId }))
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
    if (judgement?.agent) await noteWriter(transaction, sequence, judgement.agent)
    await enforceOutcome(transaction, judgement?.outcome ?? null, {
      memoryKey: memory.key,
      sequence,
    })
  }
  return { batchId, of }
}

/** The version is of who merges: where this store is merged on, the agent is known. */
async function noteWriter(
  { sql, storeKey }: StoreTransaction,
  sequence: number,
  { actorType, actorId, sessionId }: WriterRow,
): Promise<void> {
  await insertMergedWriter(sql, { storeKey, sequence, actorType, actorId, sessionId })
}

/** From here on both agree about these; what was left is for another merge. */
async function note(
  { sql, storeKey, batchKey, sequence, now }: StoreTransaction,
  {
    branchId,
    branch,
    mergedSequence,
  }: { branchId: string; branch: OpenBranch; mergedSequence: number },
  part: readonly PlannedMemory[],
  written: Applied['of'],
): Promise<void> {
  for (const each of part) {
    const { own, counterpart, agreed } = each.memory
    const version = written.get(each)
    const originMemoryKey = version?.memory.key ?? counterpart?.key ?? null
    const memoryKey = own.key
    await noteMergedMemory(sql, {
      storeKey: branch.storeKey,
      memoryKey,
      originMemoryKey,
      sequence: own.headSequence,
    })
    if (batchKey === null) continue
    await insertMergeStep(sql, {
      storeKey,
      batchKey,
      branchId,
      memoryKey,
      versionSequence: version?.sequence ?? null,
      sequenceBefore: agreed?.sequence ?? null,
      originMemoryBefore: agreed?.originMemoryKey ?? null,
      sequenceAfter: own.headSequence,
      originMemoryAfter: originMemoryKey,
    })
  }
  const after = { mergedSequence, originSequence: sequence, at: now }
  await noteMerged(sql, { storeKey: branch.storeKey, ...after })
  if (batchKey !== null) {
    await noteMerge(sql, {
      storeKey,
      batchKey,
      branchId,
      mergedBefore: branch.mergedSequence,
      originBefore: branch.originSequence,
      atBefore: branch.mergedAt,
      mergedAfter: after.mergedSequence,
      originAfter: after.originSequence,
      atAfter: after.at,
    })
  }
  sql.touch(branch.storeKey)
}
