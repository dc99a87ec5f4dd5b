import type { Database } from '@/lib/db/database'
import type { SqlValue, Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { MEMORIES_PER_QUERY } from '../contents/memory-chains'
import { readStoredText, soundText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { View } from '../model/memory'
import type { VersionSummary } from '../model/memory-change'
import type { MemoryVersion, Operation } from '../model/memory-version'
import { refuse } from '../model/problems'
import { isQuarantined, quarantinedFor, visibleTo } from '../quarantine/quarantined'
import { inSession, type VersionCondition } from '../write/find'
import { versionOf, SELECT_VERSIONS, type VersionRow } from '../write/rows'
import { findStore } from '../write/store-transaction'

export interface GetVersionInput {
  storeId: string
  versionId: string
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** what to do if its content is damaged; left out: refuse */
  whenDamaged?: 'refuse' | 'leave out' | undefined
}

/** A version by its id. Refuses `store_not_found`, `version_not_found`, `version_damaged`. */
export async function getVersion(db: Database, input: GetVersionInput): Promise<MemoryVersion> {
  const store = await findStore(db.read, input.storeId)
  const row = await requireVersion(db.read, store.key, input)
  const where = { memoryId: row.memoryId }
  const quarantined = await quarantinedFor(db.read, store, input.audience, where)
  if (isQuarantined(quarantined, row)) {
    refuse({ kind: 'version_not_found', storeId: input.storeId, versionId: input.versionId })
  }
  if (input.view === 'basic') return versionOf(row, input.storeId, null)
  const content = await readStoredText(db.read, store.key, row.sequence)
  const isShown = input.whenDamaged === 'leave out'
  return versionOf(row, input.storeId, isShown || content === null ? content : soundText(content))
}

export interface ListVersionsInput {
  storeId: string
  memoryId?: string | undefined
  operation?: Operation | undefined
  /** versions that were written in this session */
  sessionId?: string | undefined
  apiKeyId?: string | undefined
  serviceAccountId?: string | undefined
  batchId?: string | undefined
  /** versions that this actor wrote, whatever kind of actor it is */
  actorId?: string | undefined
  /** versions at paths with this prefix */
  pathStart?: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
  view?: View
  limit: number
  /** continues with versions before this sequence */
  before?: number | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
}

export interface VersionPage {
  versions: MemoryVersion[]
  /** what to pass as `before` for the next page; null at the end */
  next: number | null
}

/** A page of versions, newest first. Refuses `store_not_found`. */
export async function listVersions(db: Database, input: ListVersionsInput): Promise<VersionPage> {
  const store = await findStore(db.read, input.storeId)
  const session = input.sessionId === undefined ? null : await inSession(db.read, input.sessionId)
  const { conditions, params } = filters(store.key, input, session)
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE ${conditions.join(' AND ')} AND ${visibleTo(input.audience, store)} ORDER BY v.sequence DESC LIMIT ?`,
    [...params, input.limit + 1],
  )
  const versions: MemoryVersion[] = []
  for (const row of rows.slice(0, input.limit)) {
    const content =
      input.view === 'full' ? await readStoredText(db.read, store.key, row.sequence) : null
    versions.push(versionOf(row, input.storeId, content))
  }
  const hasMore = rows.length > input.limit
  return { versions, next: hasMore ? (versions.at(-1)?.sequence ?? null) : null }
}

function filters(
  storeKey: number,
  input: ListVersionsInput,
  session: VersionCondition | null,
): { conditions: string[]; params: SqlValue[] } {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: (SqlValue | undefined)[]) => {
    const given = values.filter((value) => value !== undefined)
    if (given.length < values.length) return
    conditions.push(condition)
    params.push(...given)
  }
  // A memory's versions have their own index; also filtering by store could keep it from being
  // used.
  if (input.memoryId === undefined) where('v.store_key = ?', storeKey)
  else {
    where(
      'v.memory_key = (SELECT key FROM memories WHERE id = ? AND store_key = ?)',
      input.memoryId,
      storeKey,
    )
  }
  where('v.batch_key = (SELECT key FROM batches WHERE id = ?)', input.batchId)
  where('v.operation = ?', input.operation)
  if (session) where(session.condition, ...session.params)
  where('v.actor_id = ?', input.actorId)
  // Compared by bytes, so that an index of paths applies.
  where('n.path >= ? AND n.path < ?', input.pathStart, afterAll(input.pathStart))
  where("v.actor_type = 'api_key' AND v.actor_id = ?", input.apiKeyId)
  where("v.actor_type = 'service_account' AND v.actor_id = ?", input.serviceAccountId)
  where('v.created_at >= ?', input.createdFrom)
  where('v.created_at <= ?', input.createdTo)
  where('v.sequence < ?', input.before)
  return { conditions, params }
}

/** The first string after all that start with this prefix. */
function afterAll(start: string | undefined): string | undefined {
  return start === undefined ? undefined : `${start}\u{10ffff}`
}

/** Where a memory was before a version of it; null: that was its first, or it is redacted. */
export async function pathBefore(
  db: Database,
  { memoryId, ordinal }: { memoryId: string; ordinal: number },
): Promise<string | null> {
  const row = await db.read.get<{ path: string | null }>(
    `SELECT n.path FROM memories m
     JOIN memory_versions v ON v.memory_key = m.key AND v.ordinal = ?
     LEFT JOIN path_nodes n ON n.key = v.node_key WHERE m.id = ?`,
    [ordinal - 1, memoryId],
  )
  return row?.path ?? null
}

/** The version with an id; refuses if the store has none. */
export async function requireVersion(
  sql: Sql,
  storeKey: number,
  address: { storeId: string; versionId: string },
): Promise<VersionRow> {
  const row = await sql.get<VersionRow>(`${SELECT_VERSIONS} WHERE v.id = ? AND v.store_key = ?`, [
    address.versionId,
    storeKey,
  ])
  return row ?? refuse({ kind: 'version_not_found', ...address })
}

/** The most memories per call of `versionsAt`. */
export const MAX_MEMORIES = 64

/** The last version of each of these memories up to a sequence, by memory key. */
export async function versionsAt(
  sql: Sql,
  memoryKeys: readonly number[],
  sequence: number,
): Promise<Map<number, VersionRow>> {
  const rows = await sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE m.key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) AND v.sequence =
       (SELECT max(w.sequence) FROM memory_versions w WHERE w.memory_key = m.key AND w.sequence <= ?)`,
    [...memoryKeys, ...Array<number>(MAX_MEMORIES - memoryKeys.length).fill(0), sequence],
  )
  return new Map(rows.map((row) => [row.memoryKey, row]))
}

/** The last version of a memory up to a sequence. */
export async function versionAt(
  sql: Sql,
  memoryKey: number,
  sequence: number,
): Promise<VersionRow | undefined> {
  return sql.get<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.sequence <= ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [memoryKey, sequence],
  )
}

/** A version as one side of a change. */
export interface SideRow {
  memory_key: number
  sequence: number
  id: string
  operation: Operation
  path: string | null
  sha256: string | null
  size: number | null
}

/** A memory as it was before a change. */
export interface WantedBefore {
  memoryKey: number
  sequence: number
}

export const beforeKey = ({ memoryKey, sequence }: WantedBefore) => `${memoryKey} ${sequence}`

/** The last version of each of these memories before a change, by `beforeKey`. */
export async function versionsBefore(
  sql: Sql,
  wanted: readonly WantedBefore[],
): Promise<Map<string, SideRow>> {
  const found = new Map<string, SideRow>()
  for (const some of chunked(wanted, MEMORIES_PER_QUERY)) {
    const rows = await sql.all<SideRow & { before: number }>(
      `WITH wanted(memory_key, sequence) AS (
         VALUES ${some.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
       SELECT wanted.sequence AS before, v.memory_key, v.sequence, v.id, v.operation, n.path,
         v.sha256, v.size
       FROM wanted CROSS JOIN memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
       WHERE v.memory_key = wanted.memory_key AND v.sequence =
         (SELECT max(w.sequence) FROM memory_versions w
          WHERE w.memory_key = wanted.memory_key AND w.sequence < wanted.sequence)`,
      some.flatMap(({ memoryKey, sequence }) => [memoryKey, sequence]),
    )
    for (const { before, ...row } of rows) {
      found.set(beforeKey({ memoryKey: row.memory_key, sequence: before }), row)
    }
  }
  return found
}

/** A version as a side: null if the memory is not there, `emptied` if a redaction took it. */
export function sideOf(
  version: Omit<SideRow, 'memory_key'> | undefined,
): VersionSummary | null | 'emptied' {
  if (!version || version.operation === 'deleted') return null
  const { id: versionId, sequence, path, sha256, size } = version
  if (path === null || sha256 === null || size === null) return 'emptied'
  return { versionId, sequence, path, sha256, size }
}
