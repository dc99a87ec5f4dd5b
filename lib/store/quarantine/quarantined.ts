import type { Sql } from '@/lib/db/sql'
import { comparePaths } from '@/lib/text/memory-path'
import type { Audience } from '../model/audience'
import { refuse } from '../model/problems'
import type { Quarantine } from '../model/quarantine'
import { answerableFor, isByAgent } from '../write/join-changeset'
import type { VersionRow } from '../versions/sql/version-rows'
import { isLive } from '../write/memory-of'
import type { LiveMemoryRow, MemoryRow } from '../write/sql/heads'
import type { StoreRow } from '../stores/sql/stores'
import type { StoreTransaction } from '../write/store-transaction'
import { quarantinedRows, type QuarantinedRow, type QuarantinedWhere } from './sql/quarantined'
import { quarantineOfMemory, type QuarantineRow } from './sql/quarantines'
import type { Visible } from './sql/visible-versions'

/** A memory of which agents are served the version before its quarantine. */
export interface QuarantinedMemory {
  key: number
  memoryId: string
  /** agents are not served this version, nor any later one */
  fromSequence: number
  /** where it is now, and its size; null if it is deleted */
  now: { path: string; size: number } | null
  /** what agents are served; null: nothing */
  served: LiveMemoryRow | null
}

/** Memories in quarantine, by their keys. */
export type Quarantined = ReadonlyMap<number, QuarantinedMemory>

/**
 * The memories of a store that are in quarantine for an audience; null if there are none, which
 * costs nothing: the store's row has their number.
 */
export async function quarantinedFor(
  sql: Sql,
  store: StoreRow,
  audience: Audience | undefined,
  where: QuarantinedWhere = {},
): Promise<Quarantined | null> {
  if (audience !== 'agents' || store.quarantinedCount === 0) return null
  const found = await quarantinedIn(sql, store.key, where)
  return found.size === 0 ? null : found
}

/** The memories of a store that are in quarantine. */
async function quarantinedIn(
  sql: Sql,
  storeKey: number,
  where: QuarantinedWhere = {},
): Promise<Quarantined> {
  const rows = await quarantinedRows(sql, storeKey, where)
  return new Map(rows.map((row) => [row.memoryKey, memoryOf(row)]))
}

function memoryOf(row: QuarantinedRow): QuarantinedMemory {
  const { memoryKey: key, nowPath: path, nowSize: size, id: memoryId } = row
  return {
    key,
    memoryId,
    fromSequence: row.fromSequence,
    now: path !== null && size !== null ? { path, size } : null,
    served: servedRow(row),
  }
}

/** Null also if a redaction emptied it. */
function servedRow(row: QuarantinedRow): LiveMemoryRow | null {
  const { headSequence, headVersionId } = row
  if (headSequence === null || headVersionId === null) return null
  const served: MemoryRow = {
    key: row.memoryKey,
    id: row.id,
    path: row.path,
    headSequence,
    headVersionId,
    sha256: row.sha256,
    size: row.size,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    versionCount: row.versionCount,
  }
  return isLive(served) ? served : null
}

/** The quarantine of a memory; null: it is in none. */
export async function findQuarantine(sql: Sql, memoryKey: number): Promise<Quarantine | null> {
  const row = await quarantineOfMemory(sql, memoryKey)
  return row ? quarantineOf(row) : null
}

function quarantineOf(row: QuarantineRow): Quarantine {
  return {
    memoryId: row.memoryId,
    fromSequence: row.fromSequence,
    fromVersionId: row.fromId,
    servedVersionId: row.servedId,
    reason: row.reason,
    since: row.createdAt,
    by: { type: row.actorType, id: row.actorId },
    rule: row.revision === null ? null : { id: row.ruleId, revision: row.revision },
  }
}

/** Returns whether agents are kept from a version. */
export function isQuarantined(
  quarantined: Quarantined | null,
  version: { memoryKey: number; sequence: number },
): boolean {
  const memory = quarantined?.get(version.memoryKey)
  return memory !== undefined && version.sequence >= memory.fromSequence
}

/**
 * Returns the part of a store's versions that an audience may see: all if nothing is in quarantine.
 */
export function visibleTo(
  audience: Audience | undefined,
  store: Pick<StoreRow, 'quarantinedCount'>,
): Visible {
  return audience === 'agents' && store.quarantinedCount > 0 ? 'served' : 'all'
}

/** Rows of memories as agents are served them: in the state before, or not at all. */
export function asServed(
  quarantined: Quarantined | null,
  rows: readonly MemoryRow[],
): LiveMemoryRow[] {
  return rows.flatMap((row) => {
    const memory = quarantined?.get(row.key)
    if (memory) return memory.served ?? []
    return isLive(row) ? row : []
  })
}

/** A run of a listing. */
export interface PathSpan {
  /** exclusive */
  after: string
  /** exclusive */
  before?: string | undefined
  /** inclusive */
  upTo?: string | undefined
}

export function isWithin({ after, before, upTo }: PathSpan, path: string): boolean {
  if (comparePaths(path, after) <= 0) return false
  if (before !== undefined && comparePaths(path, before) >= 0) return false
  return upTo === undefined || comparePaths(path, upTo) <= 0
}

/**
 * A run of live memories as agents are served them, in order of paths: those in quarantine give way
 * to what stood before, which may have been elsewhere. Where another memory is now, it stays.
 */
export function withServed(
  quarantined: Quarantined | null,
  rows: readonly LiveMemoryRow[],
  range: PathSpan,
): LiveMemoryRow[] {
  if (!quarantined) return [...rows]
  const visible = rows.filter((row) => !quarantined.has(row.key))
  const taken = new Set(visible.map(({ path }) => path))
  const served = [...quarantined.values()].flatMap((memory) => memory.served ?? [])
  const added = served.filter(({ path }) => isWithin(range, path) && !taken.has(path))
  return [...visible, ...added].sort((one, other) => comparePaths(one.path, other.path))
}

/**
 * Refuses an agent's change of memories in quarantine as `memory_quarantined`; people may change
 * them. `asked`: the path as the caller knows it, because the memory's own may be what is held
 * back.
 */
export async function refuseQuarantined(
  transaction: StoreTransaction,
  where: Pick<QuarantinedWhere, 'memoryId' | 'path' | 'within'>,
  asked: string | undefined = where.path ?? where.within,
): Promise<void> {
  const found = await quarantinedFrom(transaction, where)
  if (!found) return
  refuse({
    kind: 'memory_quarantined',
    memoryId: found.memoryId,
    path: asked ?? found.served?.path ?? null,
  })
}

/** The same for a memory that the caller found, maybe by its path after asking about that. */
export async function refuseQuarantinedMemory(
  transaction: StoreTransaction,
  { id: memoryId, path }: Pick<MemoryRow, 'id' | 'path'>,
): Promise<void> {
  if (path !== null && transaction.unheld.has(placeOf({ path }))) return
  await refuseQuarantined(transaction, { memoryId })
}

/**
 * The same for a memory that the caller names by a version; one that agents are not served does not
 * exist to them.
 */
export async function refuseQuarantinedVersion(
  transaction: StoreTransaction,
  { id: versionId, memoryId, sequence }: VersionRow,
): Promise<void> {
  const found = await quarantinedFrom(transaction, { memoryId })
  if (!found) return
  const { storeId } = transaction
  if (sequence >= found.fromSequence) refuse({ kind: 'version_not_found', storeId, versionId })
  refuse({ kind: 'memory_quarantined', memoryId, path: found.served?.path ?? null })
}

async function quarantinedFrom(
  transaction: StoreTransaction,
  where: QuarantinedWhere,
): Promise<QuarantinedMemory | undefined> {
  const { sql, row, storeKey, unheld } = transaction
  const cause = answerableFor(transaction)
  // What stands in a watched folder is a fact; agents are still served the version before.
  if (row.quarantinedCount === 0 || cause.isOnDisk || !(await isByAgent(transaction))) return
  if (unheld.has(placeOf(where))) return
  const [found] = (await quarantinedIn(sql, storeKey, where)).values()
  if (found) return found
  unheld.add(placeOf(where))
  if (where.within !== undefined) unheld.add(placeOf({ path: where.within }))
}

/** Serialises what is asked about, as a key. */
const placeOf = ({ memoryId, path, within }: QuarantinedWhere) =>
  JSON.stringify([memoryId ?? null, path ?? null, within ?? null])
