import type { Sql } from '@/lib/db/sql'
import { refuse } from '../model/problems'
import { SELECT_VERSIONS, type VersionRow } from './rows'

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
  return new Map(rows.map((row) => [row.memory_key, row]))
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
