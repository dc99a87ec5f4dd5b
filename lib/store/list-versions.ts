import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { findStore } from './core/store-transaction'
import { inSession, type VersionCondition } from './core/in-session'
import { visibleTo } from './core/quarantined'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './core/rows'
import { readStoredText } from './core/stored-content'
import type { Audience } from './model/audience'
import type { View } from './model/memory'
import type { MemoryVersion, Operation } from './model/memory-version'

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
