import type { Database } from '@/lib/db/database'
import { listVersions } from '@/lib/store/list-versions'
import type { UndoChangesInput } from '@/lib/store/undo-changes'

/** What the address of an undo names: a session, a batch, single versions, or all between two changes. */
export interface UndoAddress {
  session?: string | undefined
  batch?: string | undefined
  versions?: string[] | undefined
  /** after this change, up to that one */
  between?: { from: number; to: number } | undefined
}

/** Changes that are taken back at once, at most. */
const MOST = 10_000

/** The changes that an address names; null where it names none, or more than can be taken back at once. */
export async function chosenChanges(
  db: Database,
  storeId: string,
  address: UndoAddress,
): Promise<UndoChangesInput['changes'] | null> {
  if (address.session !== undefined) return { sessionId: address.session }
  if (address.versions !== undefined) return { versionIds: address.versions }
  if (address.batch !== undefined) {
    const found = await listVersions(db, { storeId, batchId: address.batch, limit: MOST })
    const { versions, next } = found
    return versions.length === 0 || next !== null
      ? null
      : { versionIds: versions.map(({ id }) => id) }
  }
  if (address.between === undefined) return null
  const { from, to } = address.between
  if (to - from > MOST) return null
  const { versions } = await listVersions(db, { storeId, before: to + 1, limit: to - from + 1 })
  const versionIds = versions.flatMap(({ id, sequence }) => (sequence > from ? [id] : []))
  return versionIds.length === 0 ? null : { versionIds }
}
