import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { ancestorPaths } from '@/lib/text/memory-path'
import { turns } from '@/lib/turns'
import { type ChainVersion, MEMORIES_PER_QUERY } from '../contents/memory-chains'
import { readContent } from '../contents/stored-content'
import type { Actor } from '../model/actor'
import type { AppliedStep, HistoryStep } from '../model/history-step'
import {
  kindOf,
  type MemoryChange,
  type MemorySummary,
  type MemoryText,
} from '../model/memory-change'
import { StoreError, refuse } from '../model/problems'
import { hashOfPlan, type RollbackPlan, type RollbackResult } from '../model/rollback-plan'
import { refuseQuarantined } from '../quarantine/quarantined'
import { findMemory } from '../write/find'
import { memoryById } from '../write/sql/heads'
import { type MemoryState, stateOf } from '../write/memory-state'
import { checkContent, checkPath } from '../model/check-input'
import { isLive } from '../write/memory-of'
import type { MemoryRow } from '../write/sql/heads'
import { beginBatch, type StoreTransaction } from '../write/store-transaction'
import { applyStates, type StateChange, insertMemory, type Written } from '../write/write-memory'
import { memoriesAt, memoriesBelow } from './sql/memories'

/** Rolls memories back to earlier states: shared by restoring a store and undoing. */

/** A memory and its target state; null: it is to be deleted. */
export interface Rollback {
  memory: MemoryRow
  target: Target | null
  /** why it cannot get that state */
  obstacle?: 'redacted' | 'damaged'
  /** who else changed the same since, if it is to be left alone */
  changedSince?: { by: Actor; at: number }
  /**
   * in that case: the content with only the non-conflicting changes undone; null if redacted
   * meanwhile
   */
  readPartial?: (sql: Sql) => Promise<string | null>
}

/** A target state without its content, which is read on demand. */
export interface Target extends MemorySummary {
  /** null if redacted meanwhile */
  read: (sql: Sql) => Promise<Buffer | null>
}

/** A memory's current text, and its text if it were rolled back. */
export interface PlannedText {
  memoryId: string
  before: MemoryText | null
  /** null: it would be deleted. If others changed the same lines: the result of forcing */
  after: MemoryText | null
  /** if others changed the same lines: its content with only the other lines undone; else null */
  partial: string | null
}

/** Both texts of a rollback; null: one of them is damaged. A redacted one is empty. */
export async function plannedText(
  db: Database,
  storeKey: number,
  { memory, target, readPartial }: Rollback,
): Promise<PlannedText | null> {
  const { path, headSequence } = memory
  const now =
    path === null ? null : await readContent(db.bulk, storeKey, headSequence).catch(noneIfDamaged)
  const then = (await target?.read(db.bulk).catch(noneIfDamaged)) ?? null
  if (now === 'damaged' || then === 'damaged') return null
  return {
    memoryId: memory.id,
    before: path === null ? null : { path, content: now?.toString('utf8') ?? '' },
    after: target && { path: target.path, content: then?.toString('utf8') ?? '' },
    partial: (await readPartial?.(db.bulk)) ?? null,
  }
}

/** The state of a version; null if the memory did not exist, or its content was redacted. */
export function storedTarget(storeKey: number, version: ChainVersion | null): Target | null {
  if (!version || version.operation === 'deleted') return null
  const { path, sha256, size, sequence } = version
  if (path === null || sha256 === null || size === null) return null
  return { path, sha256, size, read: (sql) => readContent(sql, storeKey, sequence) }
}

export interface PlannedRollbacks {
  plan: RollbackPlan
  planHash: string
  /** what is to be written, in the order of `plan.willChange` */
  accepted: Rollback[]
}

/** Sorts the rollbacks by outcome. */
export async function planRollback(
  sql: Sql,
  storeKey: number,
  rollbacks: readonly Rollback[],
  maybeYield: () => Promise<void>,
): Promise<PlannedRollbacks> {
  const plan: RollbackPlan = { willChange: [], alreadySo: [], changedSince: [], cannot: [] }
  const movable: { rollback: Rollback; change: MemoryChange<MemorySummary> }[] = []
  for (const rollback of rollbacks) {
    const { obstacle, changedSince } = rollback
    const change = plannedChange(rollback)
    if (obstacle) plan.cannot.push({ ...change, reason: obstacle })
    else if (kindOf(change) === null) plan.alreadySo.push(change)
    else if (changedSince) plan.changedSince.push({ ...change, ...changedSince })
    else movable.push({ rollback, change })
    await maybeYield()
  }
  const { accepted, blocked } = await withoutOverlaps(sql, storeKey, movable)
  plan.willChange = accepted.map(({ change }) => change)
  plan.cannot.push(...blocked.map(({ change }) => ({ ...change, reason: 'path_taken' as const })))
  return {
    plan,
    planHash: await hashOfPlan(plan, maybeYield),
    accepted: accepted.map(({ rollback }) => rollback),
  }
}

/** The states that a rollback writes, read in full. */
export interface ReadRollback {
  plan: RollbackPlan
  states: readonly StateChange[]
}

/**
 * Reads what the accepted rollbacks write. Those whose content turns out to be damaged are left alone
 * and told in the plan, among what cannot be done. Refuses `plan_changed` if one was redacted since.
 */
export async function readRollback(
  sql: Sql,
  { storeId, storeKey }: Pick<StoreTransaction, 'storeId' | 'storeKey'>,
  planned: PlannedRollbacks,
  maybeYield: () => Promise<void>,
): Promise<ReadRollback> {
  const changes = new Map<Rollback, StateChange | null>()
  for (const rollback of planned.accepted) {
    changes.set(rollback, await stateChange(sql, storeId, rollback))
    await maybeYield()
  }
  const { plan, accepted } = await withoutDamaged(sql, storeKey, { planned, changes, maybeYield })
  return { plan, states: accepted.flatMap((rollback) => changes.get(rollback) ?? []) }
}

/** Writes the accepted rollbacks as new versions of one batch, but for what is damaged. */
export async function applyRollback(
  transaction: StoreTransaction,
  kind: 'restore' | 'undo' | 'review',
  planned: PlannedRollbacks,
  reference: string | null,
): Promise<RollbackResult> {
  const { planHash } = planned
  const { plan, states } = await readRollback(transaction.sql, transaction, planned, turns())
  if (states.length === 0) return { plan, planHash, batchId: null, versionIds: [] }
  const batchId = await beginBatch(transaction, kind, { reference })
  const written = await applyStates(transaction, states)
  return { plan, planHash, batchId, versionIds: written.map((each) => each.versionId) }
}

/** Null: what is to be written is damaged. */
async function stateChange(
  sql: Sql,
  storeId: string,
  { memory, target }: Rollback,
): Promise<StateChange | null> {
  if (!target) return { memory, state: null }
  const bytes = await target.read(sql).catch(noneIfDamaged)
  if (bytes === 'damaged') return null
  if (!bytes) return refuse({ kind: 'plan_changed', storeId })
  return { memory, state: { path: target.path, sha256: target.sha256, bytes } }
}

function noneIfDamaged(error: unknown): 'damaged' {
  if (error instanceof StoreError && error.problem.kind === 'version_damaged') return 'damaged'
  throw error
}

interface Reading {
  planned: PlannedRollbacks
  changes: ReadonlyMap<Rollback, StateChange | null>
  maybeYield: () => Promise<void>
}

/** A memory that stays where it is may be in the way of others. */
async function withoutDamaged(
  sql: Sql,
  storeKey: number,
  { planned, changes, maybeYield }: Reading,
): Promise<Pick<PlannedRollbacks, 'plan' | 'accepted'>> {
  if (![...changes.values()].includes(null)) return planned
  const rollbacks = [...changes].map(([rollback, change]): Rollback =>
    change === null ? { ...rollback, obstacle: 'damaged' } : rollback,
  )
  const again = await planRollback(sql, storeKey, rollbacks, maybeYield)
  const { willChange, cannot } = again.plan
  return {
    plan: { ...planned.plan, willChange, cannot: [...planned.plan.cannot, ...cannot] },
    accepted: again.accepted,
  }
}

function plannedChange({ memory, target }: Rollback): MemoryChange<MemorySummary> {
  const { path, sha256, size } = memory
  const before = path !== null && sha256 !== null && size !== null ? { path, sha256, size } : null
  const after = target && { path: target.path, sha256: target.sha256, size: target.size }
  return { memoryId: memory.id, before, after }
}

/**
 * Drops rollbacks that would put a memory where another one is or will be. A dropped memory stays
 * in place, where it may block others, so this repeats until nothing overlaps.
 */
async function withoutOverlaps<Item extends { change: MemoryChange<MemorySummary> }>(
  sql: Sql,
  storeKey: number,
  items: Item[],
): Promise<{ accepted: Item[]; blocked: Item[] }> {
  let accepted = items
  const blocked: Item[] = []
  for (;;) {
    const inTheWay = await overlapping(sql, storeKey, accepted)
    if (inTheWay.size === 0) return { accepted, blocked }
    blocked.push(...accepted.filter((item) => inTheWay.has(item)))
    accepted = accepted.filter((item) => !inTheWay.has(item))
  }
}

async function overlapping<Item extends { change: MemoryChange<MemorySummary> }>(
  sql: Sql,
  storeKey: number,
  items: Item[],
): Promise<Set<Item>> {
  const leaving = new Set(items.map(({ change }) => change.memoryId))
  const moving = items.flatMap(({ change: { before, after } }) =>
    after && after.path !== before?.path ? [after.path] : [],
  )
  const taken = await pathsInTheWay(sql, storeKey, moving, leaving)
  const claimed = new Map<string, Item>()
  const claimedBelow = new Map<string, Item>()
  const blocked = new Set<Item>()
  for (const item of items) {
    const path = item.change.after?.path
    if (path === undefined) continue
    const isTaken =
      claimed.has(path) ||
      claimedBelow.has(path) ||
      ancestorPaths(path).some((ancestor) => claimed.has(ancestor)) ||
      taken.has(path)
    if (isTaken) {
      blocked.add(item)
      continue
    }
    claimed.set(path, item)
    for (const ancestor of ancestorPaths(path)) claimedBelow.set(ancestor, item)
  }
  return blocked
}

/** The paths at, above or below which there is a live memory outside the rollback. */
async function pathsInTheWay(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
  leaving: ReadonlySet<string>,
): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const part of chunked(paths, MEMORIES_PER_QUERY)) {
    const above = new Map<string, string[]>()
    for (const path of part) {
      for (const atOrAbove of [path, ...ancestorPaths(path)]) {
        above.set(atOrAbove, [...(above.get(atOrAbove) ?? []), path])
      }
    }
    const at = await memoriesAt(sql, storeKey, [...above.keys()])
    for (const { id, path } of at) {
      if (!leaving.has(id)) for (const each of above.get(path) ?? []) taken.add(each)
    }
    for (const { id, path } of await memoriesBelow(sql, storeKey, part)) {
      if (!leaving.has(id)) for (const ancestor of ancestorPaths(path)) taken.add(ancestor)
    }
  }
  return taken
}

/** Refuses a step with an invalid path or content. */
export function checkStep(step: HistoryStep): void {
  checkPath(step.path)
  if (step.op === 'rename') checkPath(step.from, 'from')
  if (step.op !== 'delete' && step.content !== undefined) checkContent(step.content)
}

/**
 * Applies the steps in order. Existing memories get their new states together, up to the next
 * insertion or the next step for the same memory, so that a moment can swap paths. Yields to the event
 * loop in between.
 */
export async function applySteps(
  transaction: StoreTransaction,
  steps: readonly HistoryStep[],
): Promise<AppliedStep[]> {
  const applied: AppliedStep[] = []
  let waiting: { change: StateChange; path: string; at: number }[] = []
  const flush = async () => {
    const written = await applyStates(
      transaction,
      waiting.map(({ change }) => change),
    )
    waiting.forEach(({ path, at }, index) => {
      const own = written[index]
      if (own) applied[at] = appliedStep(path, own)
    })
    waiting = []
  }
  const isWaiting = (memory: MemoryRow) =>
    waiting.some(({ change }) => change.memory.key === memory.key)

  const maybeYield = turns()
  for (const [at, step] of steps.entries()) {
    await maybeYield()
    let memory = await memoryOfStep(transaction, step)
    if (memory ? isWaiting(memory) : waiting.length > 0) {
      await flush()
      memory = await memoryOfStep(transaction, step)
    }
    // Before what is expected: agents expect the version that they are served.
    await refuseQuarantined(
      transaction,
      step.op === 'revive' ? { memoryId: step.memoryId } : { path: pathBefore(step) },
    )
    refuseUnexpected(transaction, step, memory)
    if (!memory) {
      if (step.op !== 'write') return refuseMissing(transaction, step)
      applied[at] = appliedStep(
        step.path,
        await insertMemory(transaction, stateOf(step.path, step.content)),
      )
    } else if (isAlreadySo(memory, step)) {
      const { id, headSequence } = memory
      applied[at] = {
        path: step.path,
        memoryId: id,
        versionId: null,
        sequence: headSequence,
        sha256: memory.sha256,
        kept: null,
      }
    } else {
      const change = { memory, state: await stateAfter(transaction, step, memory) }
      waiting.push({ change, path: step.path, at })
    }
  }
  await flush()
  return applied
}

async function memoryOfStep(
  transaction: StoreTransaction,
  step: HistoryStep,
): Promise<MemoryRow | undefined> {
  if (step.op === 'revive') {
    const memory = await memoryById(transaction.sql, transaction.storeKey, step.memoryId)
    return memory && !isLive(memory) ? memory : undefined
  }
  return findMemory(transaction.sql, transaction.storeKey, { path: pathBefore(step) })
}

const pathBefore = (step: HistoryStep) => (step.op === 'rename' ? step.from : step.path)

function refuseUnexpected(
  transaction: StoreTransaction,
  step: HistoryStep,
  memory: MemoryRow | undefined,
): void {
  if (step.op === 'revive' || step.expected === undefined) return
  if (step.expected === (memory?.sha256 ?? null)) return
  const { storeId } = transaction
  refuse({ kind: 'precondition_failed', storeId, memoryId: memory?.id ?? '', path: step.path })
}

function refuseMissing(transaction: StoreTransaction, step: HistoryStep): never {
  const { storeId } = transaction
  const memoryId = step.op === 'revive' ? step.memoryId : null
  return refuse({ kind: 'memory_not_found', storeId, memoryId, path: pathBefore(step) })
}

function isAlreadySo(memory: MemoryRow, step: HistoryStep): boolean {
  if (step.op !== 'write' || step.isAgain) return false
  return stateOf(step.path, step.content).sha256 === memory.sha256
}

async function stateAfter(
  transaction: StoreTransaction,
  step: HistoryStep,
  memory: MemoryRow,
): Promise<MemoryState | null> {
  if (step.op === 'delete') return null
  if (step.content !== undefined) return stateOf(step.path, step.content)
  const bytes = await readContent(transaction.sql, transaction.storeKey, memory.headSequence)
  return { path: step.path, bytes: bytes ?? Buffer.of(), sha256: memory.sha256 ?? '' }
}

function appliedStep(path: string, written: Written): AppliedStep {
  const { versionId, sequence, memory } = written
  const { id: memoryId, sha256 } = memory
  return { path, memoryId, versionId, sequence, sha256, kept: keptAs(written) }
}

function keptAs({ masked, outcome }: Written): AppliedStep['kept'] {
  if (masked !== null) return { as: 'masked', ruleId: outcome?.ruleId ?? null }
  if (outcome?.action !== 'quarantine') return null
  return { as: 'quarantined', ruleId: outcome.ruleId }
}
