import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import type { OutsidePlace } from './model/redaction-receipt'

export interface OutsideInput {
  texts: readonly string[]
  /** null: all stores */
  storeIds: readonly string[] | null
  signal: AbortSignal
}

/**
 * What looks for redacted texts beside the database, in folders that stores are connected to:
 * lib/connect, which this folder does not know. They exchange plain data, as they may be in different
 * bundles.
 */
export type OutsideSearch = (db: Database, input: OutsideInput) => Promise<OutsidePlace[]>

const state = () =>
  perProcess('outside search', (): { search: OutsideSearch | null } => ({ search: null }))

/** Has this search be asked by redactions of this process. */
export function searchOutsideBy(search: OutsideSearch): void {
  state().search = search
}

/** Where the texts still stand beside the database, so far as this process can look. */
export async function searchOutside(db: Database, input: OutsideInput): Promise<OutsidePlace[]> {
  return (await state().search?.(db, input)) ?? []
}
