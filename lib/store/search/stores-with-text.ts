import type { Database } from '@/lib/db/database'
import { gramsOf } from '@/lib/text/grams'
import { checkedQuery, longestLine } from './search-store'
import { storesWithGrams } from './sql/stores-with-grams'

interface AmongStores {
  storeIds: readonly string[]
  /** aborts with its reason */
  signal?: AbortSignal | undefined
}

/**
 * Those of these stores in which a text may stand or may have stood: no search finds it in another, now
 * or in the past. One statement, where a search in each takes several. Refuses `invalid_input` for a
 * text that is too short.
 */
export function storesWithText(
  db: Database,
  { query, ...among }: AmongStores & { query: string },
): Promise<Set<string>> {
  return withGrams(db, among, gramsOf(longestLine(checkedQuery(query))))
}

/** Those of these stores that may have a memory whose path has all these folded words. */
export function storesWithWords(
  db: Database,
  { words, ...among }: AmongStores & { words: readonly string[] },
): Promise<Set<string>> {
  // Words of one or two letters have no grams.
  return withGrams(db, among, gramsOf(words.join('\n')))
}

/** More hardly leave fewer stores. */
const MAX_GRAMS = 12

async function withGrams(
  db: Database,
  { storeIds, signal }: AmongStores,
  grams: Int32Array,
): Promise<Set<string>> {
  if (grams.length === 0 || storeIds.length === 0) return new Set(storeIds)
  const sql = db.bulk.until(signal)
  const rows = await storesWithGrams(sql, storeIds, [...grams.subarray(0, MAX_GRAMS)])
  return new Set(rows.map(({ id }) => id))
}
