import type { Database } from '@/lib/db/database'
import { listApiKeys } from './api-keys'
import { callerWith } from './caller'
import { may } from './may'

/**
 * Returns whether anybody but the person at this dashboard may decide reviews: until there is sign-in,
 * whoever has a key for it.
 */
export async function hasOtherReviewers(db: Database): Promise<boolean> {
  const now = Date.now()
  return (await listApiKeys(db)).some(
    (key) =>
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt > now) &&
      may(callerWith(key), 'decide'),
  )
}
