import type { Sql } from '@/lib/db/sql'
import { lastChangesOf, wasRedactedSince } from '../sql/replays'

/** The last changes of stores when something was read of them. */
export type StoresStanding = readonly { readonly key: number; readonly sequence: number }[]

/** The last changes of these stores now; one that is gone is missing. */
export function standingOf(sql: Sql, storeIds: readonly string[]): Promise<StoresStanding> {
  return lastChangesOf(sql, storeIds)
}

/**
 * Returns whether a redaction reached one of the stores since, or it is gone: what was read may hold what
 * that took out, and what is read now may lack it.
 */
export async function areRedactedSince(sql: Sql, standing: StoresStanding): Promise<boolean> {
  for (const store of standing) if (await wasRedactedSince(sql, store)) return true
  return false
}
