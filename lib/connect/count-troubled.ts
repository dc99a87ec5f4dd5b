import type { Database } from '@/lib/db/database'
import { troubledConnections } from './sql/connections'

/**
 * Counts the watched folders that need a person: they stopped, or something of them is to be
 * decided.
 */
export function countTroubled(db: Database): Promise<number> {
  return troubledConnections(db.read)
}
