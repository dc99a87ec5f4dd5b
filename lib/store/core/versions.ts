import type { Sql } from '@/lib/db/sql'
import { refuse } from '../problems'
import { SELECT_VERSIONS, type VersionRow } from './rows'

/** The version of an id; refuses when the store has none. */
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
