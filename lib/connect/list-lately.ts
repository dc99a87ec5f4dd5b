import type { Database } from '@/lib/db/database'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { CLAUDE_CODE, ON_THIS_COMPUTER } from './model/writers'
import type { AttributionSource, Confidence } from './model/attribution'
import { latestStores } from './sql/connections'
import { newestBy } from './sql/versions'

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
  confidence: Confidence | 'unknown'
  /** what says so; null: nothing does */
  source: AttributionSource | null
  /** by which it was written; null: unknown */
  tool: string | null
}

/** Folders that are looked at, those whose stores changed last; and of each its newest changes. */
const MAX_FOLDERS = 20
const MAX_INSPECTED = 100

const WRITERS = [CLAUDE_CODE.id, ON_THIS_COMPUTER.id]

/** The newest changes that came from watched folders, newest first. */
export async function listLately(
  db: Database,
  { limit }: { limit: number },
): Promise<LateChange[]> {
  const found: LateChange[] = []
  for (const { key, id: storeId, name: storeName } of await latestStores(db.read, MAX_FOLDERS)) {
    const asked = { storeKey: key, actorIds: WRITERS, inspected: MAX_INSPECTED, limit }
    for (const row of await newestBy(db.read, asked)) {
      found.push({
        versionId: row.id,
        memoryId: row.memoryId,
        storeId,
        storeName,
        path: row.path,
        kind: row.operation,
        at: row.createdAt,
        confidence: row.confidence ?? 'unknown',
        source: row.source,
        tool: row.tool || null,
      })
    }
  }
  return found.toSorted((one, other) => other.at - one.at).slice(0, limit)
}
