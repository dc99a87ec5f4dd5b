import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Actor, Cause } from '../model/actor'
import type { Quarantine } from '../model/quarantine'
import { memoryById } from '../write/sql/heads'
import { changeStore, findStore, type StoreTransaction } from '../write/store-transaction'
import { releaseWithin } from './quarantine-memory'
import { findQuarantine } from './quarantined'
import { quarantinesOfChangeset, reviewedMemories, storeWithQuarantines } from './sql/of-changesets'
import { pathInQuarantine } from './sql/quarantined'

/** The quarantine of a memory; null: it is in none, or not there. Refuses `store_not_found`. */
export async function quarantineOf(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<Quarantine | null> {
  const store = await findStore(db.read, storeId)
  if (store.quarantinedCount === 0) return null
  const memory = await memoryById(db.read, store.key, memoryId)
  return memory ? findQuarantine(db.read, memory.key) : null
}

/** The paths of those of these versions, in their order, that agents are not served. */
export async function quarantinedVersions(
  db: Pick<Database, 'read'>,
  versionIds: readonly string[],
): Promise<string[]> {
  const paths: string[] = []
  for (const versionId of versionIds) {
    const row = await pathInQuarantine(db.read, versionId)
    if (row) paths.push(row.path)
  }
  return paths
}

/** The quarantine of a changeset's memory, or the version from which it could begin. */
export interface ChangesetQuarantine {
  /** the changeset's first version of it */
  firstVersionId: string
  /** null: it is in no quarantine */
  quarantine: { reason: string } | null
}

/** The memories of a changeset, by their ids. */
export async function changesetQuarantines(
  db: Database,
  changesetId: string,
): Promise<Map<string, ChangesetQuarantine>> {
  const rows = await quarantinesOfChangeset(db.read, changesetId)
  return new Map(
    rows.map(({ id, firstId, reason }) => [
      id,
      { firstVersionId: firstId, quarantine: reason === null ? null : { reason } },
    ]),
  )
}

/**
 * Releases the memories of a changeset that are in quarantine and of which every change since is
 * decided and, where it was rejected or edited, written (review page, Quarantine: accepting
 * releases, rejecting goes back). Returns how many. Costs one query where nothing is in quarantine.
 */
export async function releaseReviewed(
  db: Database,
  { changesetId, cause }: { changesetId: string; cause: Cause },
): Promise<number> {
  const store = await storeWithQuarantines(db.read, changesetId)
  if (!store) return 0
  return changeStore(
    db,
    store.id,
    cause,
    async (transaction) => (await releaseReviewedWithin(transaction, changesetId)).length,
    { whenArchived: 'allow' },
  )
}

/** The same in a transaction under way. Returns the keys of those memories. */
export async function releaseReviewedWithin(
  transaction: StoreTransaction,
  changesetId: string,
): Promise<number[]> {
  if (transaction.row.quarantinedCount === 0) return []
  const reviewed = await reviewedMemories(transaction.sql, changesetId)
  for (const memory of reviewed) await releaseWithin(transaction, memory)
  return reviewed.map(({ key }) => key)
}

/**
 * The keys of the memories that it would release once what an actor rejected or edited in the changeset
 * was written.
 */
export async function releasedBy(
  sql: Sql,
  changesetId: string,
  applying: Actor,
): Promise<number[]> {
  return (await reviewedMemories(sql, changesetId, applying)).map(({ key }) => key)
}
