import { ancestorPaths } from '@/lib/text/memory-path'
import type { Actor } from '../actor'
import type { PlannedChange, RollbackPlan, RollbackResult, StateSummary } from '../rollback-plan'
import { beginBatch, type Ledger } from './ledger'
import type { MemoryRow, VersionRow } from './rows'
import { readContent } from './stored-content'
import { rangeBelow } from './subtree'
import { applyStates, type StateChange } from './write-memory'

/** Taking memories back to earlier versions: what restoring a store and undoing have in common. */

/** A memory and the version whose state it is to have again; null: it is to be gone. */
export interface Rollback {
  memory: MemoryRow
  target: VersionRow | null
  /** who changed it since, if somebody else did, and it is to be left alone */
  changedSince?: { by: Actor; at: number } | undefined
}

/** Sorts the rollbacks by what would become of each. */
export async function planRollback(
  ledger: Ledger,
  rollbacks: readonly Rollback[],
): Promise<{ plan: RollbackPlan; accepted: Rollback[] }> {
  const plan: RollbackPlan = { willChange: [], alreadySo: [], changedSince: [], cannot: [] }
  const movable: { rollback: Rollback; change: PlannedChange }[] = []
  for (const rollback of rollbacks) {
    const change = plannedChange(rollback)
    if (isRedacted(rollback.target)) plan.cannot.push({ ...change, reason: 'redacted' })
    else if (isSame(change.before, change.after)) plan.alreadySo.push(change)
    else if (rollback.changedSince) plan.changedSince.push({ ...change, ...rollback.changedSince })
    else movable.push({ rollback, change })
  }
  const { accepted, blocked } = await withoutOverlaps(ledger, movable)
  plan.willChange = accepted.map(({ change }) => change)
  plan.cannot.push(...blocked.map(({ change }) => ({ ...change, reason: 'path_taken' as const })))
  return { plan, accepted: accepted.map(({ rollback }) => rollback) }
}

/** Writes the accepted rollbacks as new versions of one batch. */
export async function applyRollback(
  ledger: Ledger,
  kind: 'restore' | 'undo',
  planned: { plan: RollbackPlan; accepted: readonly Rollback[] },
  reference: string | null,
): Promise<RollbackResult> {
  if (planned.accepted.length === 0) return { plan: planned.plan, batchId: null, versionIds: [] }
  const batchId = await beginBatch(ledger, kind, { reference })
  const changes: StateChange[] = []
  for (const rollback of planned.accepted) changes.push(await stateChange(ledger, rollback))
  const written = await applyStates(ledger, changes)
  return { plan: planned.plan, batchId, versionIds: written.map((each) => each.versionId) }
}

async function stateChange(ledger: Ledger, { memory, target }: Rollback): Promise<StateChange> {
  const after = summaryOf(target)
  if (!target || !after) return { memory, state: null }
  const bytes = await readContent(ledger.tx, ledger.storeKey, target.sequence)
  if (!bytes) throw new Error('a version that was not redacted has no content')
  return { memory, state: { path: after.path, sha256: after.sha256, bytes } }
}

function plannedChange({ memory, target }: Rollback): PlannedChange {
  const { path, sha256, size } = memory
  const before = path !== null && sha256 !== null && size !== null ? { path, sha256, size } : null
  return { memoryId: memory.id, before, after: summaryOf(target) }
}

function summaryOf(version: VersionRow | null): StateSummary | null {
  if (!version || version.operation === 'deleted') return null
  const { path, sha256, size } = version
  return path !== null && sha256 !== null && size !== null ? { path, sha256, size } : null
}

function isRedacted(version: VersionRow | null): boolean {
  return version !== null && version.operation !== 'deleted' && version.redacted_at !== null
}

function isSame(one: StateSummary | null, other: StateSummary | null): boolean {
  return one?.path === other?.path && one?.sha256 === other?.sha256
}

/**
 * Takes out what would put a memory where another one is or will be. What is taken out stays where
 * it is, which may stand in the way of others, so this goes on until nothing does.
 */
async function withoutOverlaps<Item extends { change: PlannedChange }>(
  ledger: Ledger,
  items: Item[],
): Promise<{ accepted: Item[]; blocked: Item[] }> {
  let accepted = items
  const blocked: Item[] = []
  for (;;) {
    const inTheWay = await overlapping(ledger, accepted)
    if (inTheWay.size === 0) return { accepted, blocked }
    blocked.push(...accepted.filter((item) => inTheWay.has(item)))
    accepted = accepted.filter((item) => !inTheWay.has(item))
  }
}

async function overlapping<Item extends { change: PlannedChange }>(
  ledger: Ledger,
  items: Item[],
): Promise<Set<Item>> {
  const leaving = new Set(items.map(({ change }) => change.memoryId))
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
      (await staysInTheWay(ledger, path, leaving))
    if (isTaken) {
      blocked.add(item)
      continue
    }
    claimed.set(path, item)
    for (const ancestor of ancestorPaths(path)) claimedBelow.set(ancestor, item)
  }
  return blocked
}

/** Whether a live memory that is not part of the rollback is at the path, above or below it. */
async function staysInTheWay(
  ledger: Ledger,
  path: string,
  leaving: ReadonlySet<string>,
): Promise<boolean> {
  const ancestors = ancestorPaths(path)
  const { from, to } = rangeBelow(path)
  const rows = await ledger.tx.all<{ id: string }>(
    `SELECT id FROM memories WHERE store_key = ? AND path IN (?${', ?'.repeat(ancestors.length)})
     UNION ALL SELECT id FROM memories WHERE store_key = ? AND path > ? AND path < ?`,
    [ledger.storeKey, path, ...ancestors, ledger.storeKey, from, to],
  )
  return rows.some(({ id }) => !leaving.has(id))
}
