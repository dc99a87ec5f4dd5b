import type { Database } from '@/lib/db/database'
import { changedSince } from './sql/sessions'

/**
 * Counts the sessions in which something happened since a time (milliseconds since 1970,
 * inclusive).
 */
export async function countSessionsSince(db: Database, since: number): Promise<number> {
  return changedSince(db.bulk, since)
}
