import type { Database } from '@/lib/db/database'
import type { Actor } from './actor'
import { findStore } from './core/ledger'
import { SELECT_VERSIONS, type VersionRow } from './core/rows'
import { readText } from './core/stored-content'
import { versionAt } from './core/versions'

/** How one memory stood before a session first wrote it, and after it last did. */
export interface MemoryChange {
  memoryId: string
  before: { path: string; content: string } | null
  after: { path: string; content: string } | null
  /** the session's versions of it, oldest first */
  versionIds: string[]
  /** who changed it after the session did; null: nobody */
  changedSince: { by: Actor; at: number } | null
}

/**
 * The net difference that a session made in a store, in the order of the paths. A memory that it
 * left as it had been is not among them. Refuses `store_not_found`.
 */
export async function sessionNetChanges(
  db: Database,
  input: { storeId: string; sessionId: string },
): Promise<MemoryChange[]> {
  const store = await findStore(db.read, input.storeId)
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? ORDER BY v.sequence`,
    [store.key, input.sessionId],
  )
  const changes: MemoryChange[] = []
  for (const versions of byMemory(rows)) {
    const change = await changeOf(db, store.key, versions)
    if (change) changes.push(change)
  }
  return changes.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
}

function byMemory(rows: readonly VersionRow[]): VersionRow[][] {
  const groups = new Map<number, VersionRow[]>()
  for (const row of rows) groups.set(row.memory_key, [...(groups.get(row.memory_key) ?? []), row])
  return [...groups.values()]
}

async function changeOf(
  db: Database,
  storeKey: number,
  versions: readonly VersionRow[],
): Promise<MemoryChange | null> {
  const first = versions[0]
  const last = versions.at(-1)
  if (!first || !last) return null
  const before = await sideOf(
    db,
    storeKey,
    await versionAt(db.read, first.memory_key, first.sequence - 1),
  )
  const after = await sideOf(db, storeKey, last)
  if (before?.path === after?.path && before?.content === after?.content) return null
  const newest = await versionAt(db.read, last.memory_key, Number.MAX_SAFE_INTEGER)
  return {
    memoryId: last.memory_id,
    before,
    after,
    versionIds: versions.map(({ id }) => id),
    changedSince:
      newest && newest.sequence > last.sequence
        ? { by: { type: newest.actor_type, id: newest.actor_id }, at: newest.created_at }
        : null,
  }
}

async function sideOf(
  db: Database,
  storeKey: number,
  row: VersionRow | undefined,
): Promise<MemoryChange['before']> {
  if (!row || row.operation === 'deleted') return null
  return { path: row.path ?? '', content: (await readText(db.read, storeKey, row.sequence)) ?? '' }
}

const pathOf = ({ before, after }: MemoryChange) => (after ?? before)?.path ?? ''
