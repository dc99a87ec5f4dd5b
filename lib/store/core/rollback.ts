import type { Sql } from '@/lib/db/sql'
import { ancestorPaths } from '@/lib/text/memory-path'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import type { Actor } from '../model/actor'
import { kindOf, type MemoryChange, type MemorySummary } from '../model/memory-change'
import { hashOfPlan, type RollbackPlan, type RollbackResult } from '../model/rollback-plan'
import { StoreError } from '../model/problems'
import { beginBatch, type StoreTransaction } from './store-transaction'
import { type ChainVersion, MEMORIES_PER_QUERY } from './memory-chains'
import type { MemoryRow } from './rows'
import { readContent } from './stored-content'
import { rangeBelow } from './subtree'
import { applyStates, type StateChange } from './write-memory'

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

/**
 * Writes the accepted rollbacks as new versions of one batch. Those whose content turns out to be
 * damaged are left alone and told in the plan, among what cannot be done.
 */
export async function applyRollback(
  transaction: StoreTransaction,
  kind: 'restore' | 'undo' | 'review',
  planned: PlannedRollbacks,
  reference: string | null,
): Promise<RollbackResult> {
  const { planHash } = planned
  const changes = new Map<Rollback, StateChange | null>()
  for (const rollback of planned.accepted) {
    changes.set(rollback, await stateChange(transaction, rollback))
  }
  const { plan, accepted } = await withoutDamaged(transaction, planned, changes)
  if (accepted.length === 0) return { plan, planHash, batchId: null, versionIds: [] }
  const batchId = await beginBatch(transaction, kind, { reference })
  const written = await applyStates(
    transaction,
    accepted.flatMap((rollback) => changes.get(rollback) ?? []),
  )
  return { plan, planHash, batchId, versionIds: written.map((each) => each.versionId) }
}

/** Null: what is to be written is damaged. */
async function stateChange(
  transaction: StoreTransaction,
  { memory, target }: Rollback,
): Promise<StateChange | null> {
  if (!target) return { memory, state: null }
  const bytes = await target.read(transaction.sql).catch(noneIfDamaged)
  if (bytes === 'damaged') return null
  if (!bytes) throw new Error('a version that was not redacted has no content')
  return { memory, state: { path: target.path, sha256: target.sha256, bytes } }
}

function noneIfDamaged(error: unknown): 'damaged' {
  if (error instanceof StoreError && error.problem.kind === 'version_damaged') return 'damaged'
  throw error
}

/** A memory that stays where it is may be in the way of others. */
async function withoutDamaged(
  transaction: StoreTransaction,
  planned: PlannedRollbacks,
  changes: ReadonlyMap<Rollback, StateChange | null>,
): Promise<Pick<PlannedRollbacks, 'plan' | 'accepted'>> {
  if (![...changes.values()].includes(null)) return planned
  const rollbacks = [...changes].map(([rollback, change]): Rollback =>
    change === null ? { ...rollback, obstacle: 'damaged' } : rollback,
  )
  const again = await planRollback(transaction.sql, transaction.storeKey, rollbacks, turns())
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
    const candidates = [...above.keys()]
    const at = await sql.all<{ id: string; path: string }>(
      `SELECT id, path FROM memories
       WHERE store_key = ? AND path IN (${candidates.map(() => '?').join(', ')})`,
      [storeKey, ...candidates],
    )
    for (const { id, path } of at) {
      if (!leaving.has(id)) for (const each of above.get(path) ?? []) taken.add(each)
    }
    const ranges = part.map(rangeBelow)
    const below = await sql.all<{ id: string; path: string }>(
      `SELECT id, path FROM memories
       WHERE store_key = ? AND (${ranges.map(() => '(path > ? AND path < ?)').join(' OR ')})`,
      [storeKey, ...ranges.flatMap(({ from, to }) => [from, to])],
    )
    for (const { id, path } of below) {
      if (!leaving.has(id)) for (const ancestor of ancestorPaths(path)) taken.add(ancestor)
    }
  }
  return taken
}
