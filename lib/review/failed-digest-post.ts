import type { Database } from '@/lib/db/database'
import type { DigestPostFault, FailedDigestPost } from './model/digest-post'

/** The newest digest that was to be posted, if it was not taken; null: it was, or none is posted. */
export async function failedDigestPost(db: Database): Promise<FailedDigestPost | null> {
  const row = await db.read.get<{
    starts_at: number
    posted_at: number | null
    fault: DigestPostFault | null
    tries: number
    next_try_at: number | null
  }>(
    `SELECT starts_at, posted_at, fault, tries, next_try_at FROM digest_posts
     ORDER BY starts_at DESC LIMIT 1`,
  )
  if (!row || row.posted_at !== null || row.fault === null) return null
  const { starts_at: from, fault, tries, next_try_at: nextTryAt } = row
  return { from, fault, tries, nextTryAt }
}
