import type { Database } from '@/lib/db/database'
import type { LineCounts } from '@/lib/text/text-diff'
import { countChangedLines } from './count-changed-lines'
import type { MemoryChange, VersionSummary } from './model/memory-change'
import type { MemoryVersion } from './model/memory-version'

/** A list of versions waits for this much to be compared, at most. */
const MAX_BYTES = 1024 * 1024

/**
 * How many lines each of a memory's consecutive versions, newest first, added and removed compared
 * with the one before, by the version's id. The newest are counted, until a megabyte is read; none
 * that a redaction emptied, and not the oldest. Refuses `store_not_found`.
 */
export async function versionLines(
  db: Database,
  storeId: string,
  versions: readonly MemoryVersion[],
): Promise<Map<string, LineCounts>> {
  const changes: MemoryChange<VersionSummary>[] = []
  let bytes = 0
  for (const [index, version] of versions.entries()) {
    const older = versions[index + 1]
    if (!older) break
    bytes += (version.size ?? 0) + (older.size ?? 0)
    if (bytes > MAX_BYTES) break
    if (version.redactedAt !== null || older.redactedAt !== null) continue
    // Each version is counted for itself, though all are of one memory.
    changes.push({ memoryId: version.id, before: summaryOf(older), after: summaryOf(version) })
  }
  return (await countChangedLines(db, { storeId, changes, mostBytes: Infinity })) ?? new Map()
}

/** Null for a version that deleted its memory. */
function summaryOf(version: MemoryVersion): VersionSummary | null {
  const { path, sha256, size, id: versionId, sequence } = version
  if (path === null || sha256 === null || size === null) return null
  return { path, sha256, size, versionId, sequence }
}
