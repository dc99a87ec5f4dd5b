import type { Sql, SqlValue } from '@/lib/db/sql'
import { refuse } from '../model/problems'
import type { KnownRows } from './known-rows'
import { isLive } from './memory-of'
import type { LiveMemoryRow } from './sql/heads'
import { memoryAt, memoryById } from './sql/heads'
import { hasLateVersions, OF_SESSION } from './sql/versions'

/** A memory, addressed by its store and an id or a path. */
export interface MemoryAddress {
  storeId: string
  memoryId?: string | undefined
  path?: string | undefined
}

export async function findMemory(
  sql: Sql,
  storeKey: number,
  address: Pick<MemoryAddress, 'memoryId' | 'path'>,
): Promise<LiveMemoryRow | undefined> {
  const row =
    address.memoryId === undefined
      ? await memoryAt(sql, storeKey, address.path ?? '')
      : await memoryById(sql, storeKey, address.memoryId)
  return row && isLive(row) ? row : undefined
}

/** A store inside a transaction that may know the row already. */
interface Searched {
  readonly sql: Sql
  readonly storeKey: number
  readonly storeId: string
  readonly known: KnownRows | null
}

/** Like `findMemory`, in a change of the store. */
export async function findToChange(
  { sql, storeKey, known }: Searched,
  address: Pick<MemoryAddress, 'memoryId' | 'path'>,
): Promise<LiveMemoryRow | undefined> {
  const row = known?.memory(address)
  return row === undefined ? findMemory(sql, storeKey, address) : (row ?? undefined)
}

/** Like `findToChange`; refuses a missing memory. */
export async function requireToChange(
  searched: Searched,
  { memoryId, path }: Pick<MemoryAddress, 'memoryId' | 'path'>,
): Promise<LiveMemoryRow> {
  const row = await findToChange(searched, { memoryId, path })
  if (row) return row
  return refuse({
    kind: 'memory_not_found',
    storeId: searched.storeId,
    memoryId: memoryId ?? null,
    path: path ?? null,
  })
}

/** A condition on versions `v`. */
export interface VersionCondition {
  condition: string
  params: SqlValue[]
}

/**
 * Returns the condition for a version to belong to a session: it names it, or it was found out
 * later that the session wrote it (`attributions`). The second costs nothing where there is no such
 * version.
 */
export async function inSession(
  sql: Pick<Sql, 'get'>,
  sessionId: string,
): Promise<VersionCondition> {
  return (await hasLateVersions(sql, sessionId))
    ? { condition: OF_SESSION.namedOrLate, params: [sessionId, sessionId] }
    : { condition: OF_SESSION.named, params: [sessionId] }
}
