import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { getStore } from './get-store'
import { updateStore } from './update-store'

export interface SetExpiryInput {
  storeId: string
  /** null: nothing expires */
  afterDays: number | null
  /** whether what nobody decides about is deleted after 14 days */
  deletes: boolean
  /** what the caller saw */
  shown?: { expireAfterDays: number | null; expiryDeletes: boolean } | undefined
  cause: Cause
  /** milliseconds since 1970 */
  now: number
}

/**
 * Sets after how many days without a read or a write memories are proposed for deletion. The days
 * are counted from when that was first set. Refuses as `updateStore` does.
 */
export async function setExpiry(db: Database, input: SetExpiryInput): Promise<void> {
  const { storeId, afterDays, deletes, shown, cause, now } = input
  const { settings } = await getStore(db, storeId)
  const since = settings.expirySince ?? now
  await updateStore(db, {
    storeId,
    settings: {
      expireAfterDays: afterDays,
      expiryDeletes: deletes,
      expirySince: afterDays === null ? null : since,
    },
    shown,
    cause,
  })
}
