import type { Sql, SqlValue } from '@/lib/db/sql'
import { comparePaths } from '@/lib/text/memory-path'
import type { Actor } from '../model/actor'
import type { Audience } from '../model/audience'
import { refuse } from '../model/problems'
import type { Quarantine } from '../model/quarantine'
import { rangeBelow } from '../tree/subtree'
import { answerableFor, isAgent } from '../write/join-changeset'
import { isLive, type LiveMemoryRow, type MemoryRow, type VersionRow } from '../write/rows'
import type { StoreRow } from '../stores/sql/stores'
import type { StoreTransaction } from '../write/store-transaction'

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

/** Which memories in quarantine; all of the store by default. */
export interface QuarantinedWhere {
  memoryId?: string | undefined
  /** there now, or where agents are served them */
  path?: string | undefined
  /** at the path or below it, now or where agents are served them */
  within?: string | undefined
  /** only those that were changed in quarantine up to this sequence; null: now */
  upTo?: number | null | undefined
}

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

interface Row extends Omit<MemoryRow, 'key' | 'headSequence' | 'headVersionId'> {
  memoryKey: number
  fromSequence: number
  nowPath: string | null
  nowSize: number | null
  headSequence: number | null
  headVersionId: string | null
}

/** The memories of a store that are in quarantine. */
async function quarantinedIn(
  sql: Sql,
  storeKey: number,
  where: QuarantinedWhere = {},
): Promise<Quarantined> {
  const { condition, params } = conditionOf(where)
  const rows = await sql.all<Row>(
    `SELECT q.memory_key AS "memoryKey", q.from_sequence AS "fromSequence", m.id,
       m.path AS "nowPath", m.size AS "nowSize", n.path, v.sequence AS "headSequence",
       v.id AS "headVersionId", v.sha256, v.size, m.created_at AS "createdAt",
       coalesce(v.created_at, 0) AS "updatedAt", coalesce(v.ordinal, 0) AS "versionCount"
     FROM quarantines q JOIN memories m ON m.key = q.memory_key
     LEFT JOIN memory_versions v ON v.store_key = q.store_key AND v.sequence = q.served_sequence
       AND v.operation <> 'deleted'
     LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE q.store_key = ?${condition}`,
    [storeKey, ...params],
  )
  return new Map(rows.map((row) => [row.memoryKey, memoryOf(row)]))
}

function conditionOf({ memoryId, path, within, upTo }: QuarantinedWhere) {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(` AND ${condition}`)
    params.push(...values)
  }
  if (memoryId !== undefined) where('m.id = ?', memoryId)
  if (path !== undefined) where('(m.path = ? OR n.path = ?)', path, path)
  if (within !== undefined) {
    const { from, to } = rangeBelow(within)
    const inside = (column: string) => `${column} = ? OR (${column} > ? AND ${column} < ?)`
    where(`(${inside('m.path')} OR ${inside('n.path')})`, within, from, to, within, from, to)
  }
  if (upTo != null) where('q.from_sequence <= ?', upTo)
  return { condition: conditions.join(''), params }
}

function memoryOf(row: Row): QuarantinedMemory {
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
function servedRow(row: Row): LiveMemoryRow | null {
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

interface QuarantineRow {
  memory_id: string
  from_sequence: number
  from_id: string
  served_id: string | null
  reason: string
  created_at: number
  actor_type: Actor['type']
  actor_id: string
  rule_id: string | null
  /** of the policy; null: somebody did it by hand */
  revision: number | null
}

const SELECT_QUARANTINES = `SELECT m.id AS memory_id, q.from_sequence, v.id AS from_id,
    s.id AS served_id, q.reason, q.created_at, q.actor_type, q.actor_id, o.rule_id,
    o.revision
  FROM quarantines q JOIN memories m ON m.key = q.memory_key
  JOIN memory_versions v ON v.store_key = q.store_key AND v.sequence = q.from_sequence
  LEFT JOIN memory_versions s ON s.store_key = q.store_key AND s.sequence = q.served_sequence
    AND s.node_key IS NOT NULL
  LEFT JOIN policy_outcomes o ON o.store_key = q.store_key
    AND o.version_sequence = q.from_sequence AND o.action = 'quarantine'
    AND q.actor_type IN ('session', 'api_key') AND q.actor_id IN (v.actor_id, o.agent)`

/** The quarantine of a memory; null: it is in none. */
export async function findQuarantine(sql: Sql, memoryKey: number): Promise<Quarantine | null> {
  const row = await sql.get<QuarantineRow>(`${SELECT_QUARANTINES} WHERE q.memory_key = ?`, [
    memoryKey,
  ])
  return row ? quarantineOf(row) : null
}

function quarantineOf(row: QuarantineRow): Quarantine {
  return {
    memoryId: row.memory_id,
    fromSequence: row.from_sequence,
    fromVersionId: row.from_id,
    servedVersionId: row.served_id,
    reason: row.reason,
    since: row.created_at,
    by: { type: row.actor_type, id: row.actor_id },
    rule: row.revision === null ? null : { id: row.rule_id, revision: row.revision },
  }
}

/** Whether a version is not for agents. */
export function isQuarantined(
  quarantined: Quarantined | null,
  version: { memoryKey: number; sequence: number },
): boolean {
  const memory = quarantined?.get(version.memoryKey)
  return memory !== undefined && version.sequence >= memory.fromSequence
}

/** A condition on versions `v`: those that agents may see. */
const NOT_QUARANTINED = `NOT EXISTS (SELECT 1 FROM quarantines q
  WHERE q.memory_key = v.memory_key AND q.from_sequence <= v.sequence)`

/** The same for an audience; always true where nothing is in quarantine. */
export function visibleTo(
  audience: Audience | undefined,
  store: Pick<StoreRow, 'quarantinedCount'>,
): string {
  return audience === 'agents' && store.quarantinedCount > 0 ? NOT_QUARANTINED : '1 = 1'
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
  const { sql, row, storeKey } = transaction
  const cause = answerableFor(transaction)
  // What stands in a watched folder is a fact; agents are still served the version before.
  if (row.quarantinedCount === 0 || cause.isOnDisk || !(await isAgent(sql, cause))) return
  const [found] = (await quarantinedIn(sql, storeKey, where)).values()
  return found
}
