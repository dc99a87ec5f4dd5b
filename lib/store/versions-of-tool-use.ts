import type { Database } from '@/lib/db/database'

/** A version with its store. */
export interface VersionInStore {
  storeId: string
  versionId: string
}

interface Row {
  id: string
  store_id: string
}

const versionInStore = (row: Row): VersionInStore => ({ storeId: row.store_id, versionId: row.id })

/** The versions that one tool use of a session wrote, in these stores, oldest first. */
export async function versionsOfToolUse(
  db: Database,
  input: { storeIds: readonly string[]; sessionId: string; toolUseId: string },
): Promise<VersionInStore[]> {
  const versions: VersionInStore[] = []
  for (const storeId of input.storeIds) {
    const rows = await db.read.all<Row>(
      `SELECT v.id, s.id AS store_id FROM memory_stores s
       JOIN memory_versions v ON v.store_key = s.key
       WHERE s.id = ? AND v.session_id = ? AND v.tool_use_id = ? ORDER BY v.sequence`,
      [storeId, input.sessionId, input.toolUseId],
    )
    versions.push(...rows.map(versionInStore))
  }
  return versions
}

/** The store of each version, in the order given. */
export async function storesOfVersions(
  db: Database,
  versionIds: readonly string[],
): Promise<VersionInStore[]> {
  const versions: VersionInStore[] = []
  for (const versionId of versionIds) {
    const row = await db.read.get<Row>(
      `SELECT v.id, s.id AS store_id FROM memory_versions v
       JOIN memory_stores s ON s.key = v.store_key WHERE v.id = ?`,
      [versionId],
    )
    if (row) versions.push(versionInStore(row))
  }
  return versions
}
