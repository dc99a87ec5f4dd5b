import type { Database } from '@/lib/db/database'
import type { Actor, Cause } from './actor'
import { findMemoryRow } from './core/find'
import { changeStore, type Ledger } from './core/ledger'
import { applyRollback, planRollback, type Rollback } from './core/rollback'
import { SELECT_VERSIONS, type VersionRow } from './core/rows'
import { requireVersion, versionAt } from './core/versions'
import type { RollbackResult } from './rollback-plan'

export interface UndoChangesInput {
  storeId: string
  /** the changes to take back: all of a session, or these versions */
  changes: { sessionId: string } | { versionIds: readonly string[] }
  /** answers the plan and writes nothing */
  isDryRun?: boolean | undefined
  /** whether memories that somebody else changed since are taken back as well */
  isForced?: boolean | undefined
  cause: Cause
}

/**
 * Takes back exactly these changes, as new versions in one transaction with one batch. A memory
 * that somebody else changed after the last of them is left alone and counted, unless forced: then
 * it goes back to before the first. Undoing the undo gives the identical bytes.
 *
 * Refuses `store_not_found`, `store_archived`, `version_not_found`.
 */
export async function undoChanges(db: Database, input: UndoChangesInput): Promise<RollbackResult> {
  return changeStore(db, input.storeId, input.cause, async (ledger) => {
    const chosen = await chosenVersions(ledger, input)
    const rollbacks: Rollback[] = []
    for (const versions of byMemory(chosen).values()) {
      rollbacks.push(await rollbackOf(ledger, versions, input.isForced ?? false))
    }
    const planned = await planRollback(ledger, rollbacks)
    if (input.isDryRun) return { plan: planned.plan, batchId: null, versionIds: [] }
    const reference = 'sessionId' in input.changes ? input.changes.sessionId : null
    return applyRollback(ledger, 'undo', planned, reference)
  })
}

async function chosenVersions(ledger: Ledger, input: UndoChangesInput): Promise<VersionRow[]> {
  if ('sessionId' in input.changes) {
    return ledger.tx.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? ORDER BY v.sequence`,
      [ledger.storeKey, input.changes.sessionId],
    )
  }
  const rows: VersionRow[] = []
  for (const versionId of new Set(input.changes.versionIds)) {
    rows.push(
      await requireVersion(ledger.tx, ledger.storeKey, { storeId: input.storeId, versionId }),
    )
  }
  return rows.sort((one, other) => one.sequence - other.sequence)
}

function byMemory(versions: readonly VersionRow[]): Map<string, VersionRow[]> {
  const groups = new Map<string, VersionRow[]>()
  for (const version of versions) {
    const group = groups.get(version.memory_id)
    if (group) group.push(version)
    else groups.set(version.memory_id, [version])
  }
  return groups
}

/**
 * The state before the chosen versions. Where others wrote between them, only the newest unbroken
 * run of chosen versions can be taken back without losing what the others wrote.
 */
async function rollbackOf(
  ledger: Ledger,
  chosen: readonly VersionRow[],
  isForced: boolean,
): Promise<Rollback> {
  const [first] = chosen
  if (!first) throw new Error('no version was chosen')
  const memory = await findMemoryRow(ledger.tx, ledger.storeKey, first.memory_id)
  if (!memory) throw new Error('a version has no memory')
  const later = await ledger.tx.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence >= ? ORDER BY v.sequence DESC`,
    [memory.key, first.sequence],
  )
  const isChosen = new Set(chosen.map((version) => version.sequence))
  const foreign = later.filter((version) => !isChosen.has(version.sequence))
  const target = (await versionAt(ledger.tx, memory.key, first.sequence - 1)) ?? null
  const [newest] = foreign
  if (!newest || isForced) return { memory, target }
  if (isSettledBy(newest, later, target)) return { memory, target }
  return { memory, target, changedSince: { by: actorOf(newest), at: newest.created_at } }
}

/** Whether somebody has already brought back the state that is asked for. */
function isSettledBy(
  newest: VersionRow,
  later: readonly VersionRow[],
  target: VersionRow | null,
): boolean {
  if (later[0] !== newest) return false
  if (!target || target.operation === 'deleted') return newest.operation === 'deleted'
  return newest.path === target.path && newest.sha256 === target.sha256
}

function actorOf(version: VersionRow): Actor {
  return { type: version.actor_type, id: version.actor_id }
}
