import type { Database } from '@/lib/db/database'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { CLAUDE_CODE } from './core/attribute'
import { ON_THIS_COMPUTER } from './core/watched-folder'

/** A change that came from a watched folder, and how sure it is who made it. */
export interface LateChange {
  versionId: string
  memoryId: string
  storeId: string
  storeName: string
  /** null: it was redacted */
  path: string | null
  kind: ChangeKind
  /** milliseconds since 1970 */
  at: number
  confidence: 'exact' | 'likely' | 'unknown'
  /** what says so; null: nothing does */
  source: 'transcript' | 'hook' | 'front_matter' | null
  /** by which it was written; null: unknown */
  tool: string | null
}

/** Folders that are looked at, those whose stores changed last; and of each its newest changes. */
const MAX_FOLDERS = 20
const MAX_INSPECTED = 100

interface Row {
  version_id: string
  memory_id: string
  store_id: string
  store_name: string
  path: string | null
  operation: ChangeKind
  created_at: number
  confidence: 'exact' | 'likely' | null
  source: LateChange['source']
  tool: string | null
}

/** The newest changes that came from watched folders, newest first. */
export async function listLately(
  db: Database,
  { limit }: { limit: number },
): Promise<LateChange[]> {
  const stores = await db.read.all<{ key: number; id: string; name: string }>(
    `SELECT s.key, s.id, s.name FROM connections c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.deleted_at IS NULL AND c.seeded_at IS NOT NULL
     ORDER BY s.last_changed_at DESC LIMIT ${MAX_FOLDERS}`,
  )
  const found: Row[] = []
  for (const store of stores) {
    found.push(
      ...(await db.read.all<Row>(
        `SELECT v.id AS version_id, m.id AS memory_id, CAST(? AS TEXT) AS store_id,
           CAST(? AS TEXT) AS store_name, n.path, v.operation, v.created_at, a.confidence,
           a.source, a.tool
         FROM (SELECT * FROM memory_versions WHERE store_key = ?
               ORDER BY sequence DESC LIMIT ${MAX_INSPECTED}) v
         JOIN memories m ON m.key = v.memory_key
         LEFT JOIN path_nodes n ON n.key = v.node_key
         LEFT JOIN attributions a ON a.store_key = v.store_key AND a.sequence = v.sequence
         WHERE v.actor_id IN (?, ?) ORDER BY v.sequence DESC LIMIT ?`,
        [store.id, store.name, store.key, CLAUDE_CODE.id, ON_THIS_COMPUTER.id, limit],
      )),
    )
  }
  return found
    .toSorted((one, other) => other.created_at - one.created_at)
    .slice(0, limit)
    .map((row) => ({
      versionId: row.version_id,
      memoryId: row.memory_id,
      storeId: row.store_id,
      storeName: row.store_name,
      path: row.path,
      kind: row.operation,
      at: row.created_at,
      confidence: row.confidence ?? 'unknown',
      source: row.source,
      tool: row.tool || null,
    }))
}
