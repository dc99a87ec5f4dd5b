import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { openOfStores } from './sql/changesets'
import { memoriesUnreviewed, someForReviewBefore, versionsUnreviewed } from './sql/memories'

const IDS_PER_STATEMENT = 500

/** More versions than these are not told one by one. */
const MAX_VERSIONS = 5_000

/** The versions of a memory that wait for a review. */
export interface UnreviewedVersions {
  /** ids; the newest 5,000 of them at most */
  versionIds: ReadonlySet<string>
  /** the first of them */
  from: number
  /** whether the memory was reviewed up to there: an earlier version was for a person to review */
  isReviewedBefore: boolean
  /** the changeset of the first, which is where to go on */
  changesetId: string
}

/**
 * Finds which of these memories have versions that nobody reviewed: written by an agent, in a
 * changeset in which something about the memory is undecided or not yet examined (review page,
 * State that survives). Costs the changesets that touched them.
 */
export async function unreviewedMemories(
  db: Database,
  memoryIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of chunked(memoryIds, IDS_PER_STATEMENT)) {
    const rows = await memoriesUnreviewed(db.read, ids)
    for (const { id } of rows) found.add(id)
  }
  return found
}

/** The versions of a memory that nobody reviewed; null: it is reviewed through its head. */
export async function unreviewedVersions(
  db: Database,
  memoryId: string,
): Promise<UnreviewedVersions | null> {
  const rows = await versionsUnreviewed(db.read, memoryId, MAX_VERSIONS)
  const first = rows.at(-1)
  if (!first) return null
  return {
    versionIds: new Set(rows.map(({ id }) => id)),
    from: first.sequence,
    isReviewedBefore: await someForReviewBefore(db.read, memoryId, first.sequence),
    changesetId: first.changesetId,
  }
}

/**
 * Counts the changesets of each store that wait for a person, up to `most` a store. Stores without
 * any are left out.
 */
export async function openChangesetsByStore(
  db: Database,
  storeIds: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const ids of chunked(storeIds, IDS_PER_STATEMENT)) {
    const rows = await openOfStores(db.read, ids, most)
    for (const { id, open } of rows) if (open > 0) counts.set(id, open)
  }
  return counts
}
