import { oneOf } from '@/lib/db/one-of'
import type { SqlValue } from '@/lib/db/sql'

/** The period and the stores that metrics are of. */
export interface MetricsScope {
  /** milliseconds since 1970 */
  from: number
  /** exclusive */
  to: number
  /** null: all */
  storeKeys: readonly number[] | null
  /** milliseconds since 1970 */
  now: number
}

/** A condition on a column with a store's key, to be appended; and its parameters. */
export function ofStores(column: string, { storeKeys }: MetricsScope): [string, SqlValue[]] {
  if (storeKeys === null) return ['', []]
  return [` AND ${column} IN ${oneOf(storeKeys)}`, [...storeKeys]]
}

/** An expression that is the index of the span in which a value lies. */
export function spanOf(value: string, spans: readonly number[]): string {
  const cases = spans.map((end, index) => `WHEN ${value} <= ${end} THEN ${index}`)
  return `CASE ${cases.join(' ')} ELSE ${spans.length} END`
}
