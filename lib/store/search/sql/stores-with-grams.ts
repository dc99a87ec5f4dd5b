import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** The index asked about many stores at once: a look into it for each store and gram. */

const STORE = columns('s', 'memoryStore', ['id'])

const HAS_GRAM = 'EXISTS (SELECT 1 FROM search_postings p WHERE p.store_key = s.key AND p.gram = ?)'

/** Those of these stores that have all these grams, or changes that are not indexed yet. */
export function storesWithGrams(
  sql: Sql,
  storeIds: readonly string[],
  grams: readonly number[],
): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list}
     FROM memory_stores s JOIN store_compressions c ON c.store_key = s.key
     WHERE s.id IN ${oneOf(storeIds)} AND (c.compressed_sequence < s.last_sequence
       OR (${grams.map(() => HAS_GRAM).join(' AND ')}))`,
    [...storeIds, ...grams],
  )
}
