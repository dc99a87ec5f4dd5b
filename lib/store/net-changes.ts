import type { Database } from '@/lib/db/database'
import { findStore } from './core/ledger'
import { versionAt } from './core/versions'
import type { VersionRow } from './core/rows'
import { type Moment, sequenceAt } from './moment'
import type { StateSummary } from './rollback-plan'

export interface NetChangesInput {
  storeId: string
  from: Moment
  to: Moment
}

/** How one memory differs between two moments. */
export interface NetChange {
  memoryId: string
  kind: 'created' | 'modified' | 'renamed' | 'deleted'
  before: NetState | null
  after: NetState | null
}

/** A memory's state at a moment, and the version that it stood on. */
export interface NetState extends StateSummary {
  versionId: string
  /** of that version */
  sequence: number
}

export interface NetChanges {
  /** the changes that the difference spans: after `fromSequence`, up to `toSequence` */
  fromSequence: number
  toSequence: number
  /** in the order of the paths; a memory that is as it was is not among them */
  changes: NetChange[]
  /** memories whose state at one of the moments was redacted, so that nothing can be said of them */
  redactedMemoryIds: string[]
}

/**
 * The net difference of a store between two moments. Renamed and modified at once is `renamed`,
 * its hashes differ. Asked backwards it answers the difference backwards. Costs what changed in
 * between. Refuses `store_not_found`.
 */
export async function netChanges(db: Database, input: NetChangesInput): Promise<NetChanges> {
  const store = await findStore(db.read, input.storeId)
  const fromSequence = await sequenceAt(db.read, store.key, input.from)
  const toSequence = await sequenceAt(db.read, store.key, input.to)
  const touched = await db.read.all<{ key: number; id: string }>(
    `SELECT m.key, m.id FROM memories m WHERE m.key IN
       (SELECT v.memory_key FROM memory_versions v
        WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ?)`,
    [store.key, Math.min(fromSequence, toSequence), Math.max(fromSequence, toSequence)],
  )
  const changes: NetChange[] = []
  const redactedMemoryIds: string[] = []
  for (const memory of touched) {
    const before = await versionAt(db.read, memory.key, fromSequence)
    const after = await versionAt(db.read, memory.key, toSequence)
    if (isEmptied(before) || isEmptied(after)) redactedMemoryIds.push(memory.id)
    else changes.push(...differences(memory.id, stateOf(before), stateOf(after)))
  }
  changes.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
  return { fromSequence, toSequence, changes, redactedMemoryIds }
}

function isEmptied(version: VersionRow | undefined): boolean {
  return version?.redacted_at != null && version.operation !== 'deleted'
}

function stateOf(version: VersionRow | undefined): NetState | null {
  if (!version) return null
  const { path, sha256, size, sequence } = version
  if (path === null || sha256 === null || size === null) return null
  return { versionId: version.id, sequence, path, sha256, size }
}

function differences(
  memoryId: string,
  before: NetState | null,
  after: NetState | null,
): NetChange[] {
  if (before && after) {
    if (before.path !== after.path) return [{ memoryId, kind: 'renamed', before, after }]
    if (before.sha256 === after.sha256) return []
    return [{ memoryId, kind: 'modified', before, after }]
  }
  if (after) return [{ memoryId, kind: 'created', before, after }]
  return before ? [{ memoryId, kind: 'deleted', before, after }] : []
}

function pathOf(change: NetChange): string {
  return (change.after ?? change.before)?.path ?? ''
}
