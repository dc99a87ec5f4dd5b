import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'

const IDS_PER_STATEMENT = 500

/** More versions than these are not told one by one. */
const MAX_VERSIONS = 5_000

/** Of a memory: which of its versions wait for a review. */
export interface UnreviewedVersions {
  /** ids; the newest 5,000 of them at most */
  versionIds: ReadonlySet<string>
  /** the first of them: the memory is reviewed through the version before it */
  from: number
  /** the changeset of the first, which is where to go on */
  changesetId: string
}

/** A changeset has work left in a memory: something undecided, or not examined yet. */
const WAITS = `((cm.open_hunks > 0 AND v.sequence > cm.reviewed_sequence)
  OR (c.pending = 1 AND v.sequence > c.examined_sequence))`

/**
 * Which of these memories have versions that nobody reviewed: written by an agent, and of a changeset
 * in which something about the memory is undecided or not examined yet (review page, State that
 * survives). Costs the changesets that touched them.
 */
export async function unreviewedMemories(
  db: Database,
  memoryIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of chunked(memoryIds, IDS_PER_STATEMENT)) {
    const marks = ids.map(() => '?').join(', ')
    const rows = await db.read.all<{ id: string }>(
      `SELECT m.id FROM memories m WHERE m.id IN (${marks}) AND (EXISTS (
         SELECT 1 FROM changeset_memories cm WHERE cm.memory_key = m.key AND cm.open_hunks > 0)
       OR EXISTS (
         SELECT 1 FROM changesets c CROSS JOIN memory_versions v
         WHERE c.pending = 1 AND c.store_key = m.store_key AND v.changeset_key = c.key
           AND v.memory_key = m.key AND v.sequence > c.examined_sequence))`,
      ids,
    )
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** The versions of a memory that nobody reviewed; null: it is reviewed through its head. */
export async function unreviewedVersions(
  db: Database,
  memoryId: string,
): Promise<UnreviewedVersions | null> {
  const rows = await db.read.all<{ id: string; sequence: number; changeset_id: string }>(
    `SELECT v.id, v.sequence, c.id AS changeset_id
     FROM memories m CROSS JOIN memory_versions v CROSS JOIN changesets c
       LEFT JOIN changeset_memories cm ON cm.changeset_key = c.key AND cm.memory_key = m.key
     WHERE m.id = ? AND v.memory_key = m.key AND c.key = v.changeset_key AND ${WAITS}
     ORDER BY v.sequence DESC LIMIT ?`,
    [memoryId, MAX_VERSIONS],
  )
  const first = rows.at(-1)
  if (!first) return null
  return {
    versionIds: new Set(rows.map(({ id }) => id)),
    from: first.sequence,
    changesetId: first.changeset_id,
  }
}

/** How many changesets of each store wait for a person; up to `most`, and stores without any left out. */
export async function openChangesetsByStore(
  db: Database,
  storeIds: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const ids of chunked(storeIds, IDS_PER_STATEMENT)) {
    const rows = await db.read.all<{ id: string; open: number }>(
      `SELECT s.id, (SELECT count(*) FROM (SELECT 1 FROM changesets c
         WHERE c.store_key = s.key AND c.state = 'open' LIMIT ?) AS waiting) AS open
       FROM memory_stores s WHERE s.id IN (${ids.map(() => '?').join(', ')})`,
      [most, ...ids],
    )
    for (const { id, open } of rows) if (open > 0) counts.set(id, open)
  }
  return counts
}
