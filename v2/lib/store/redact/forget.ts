import { perProcess } from '@/lib/per-process'

/** What rooms keep of texts outside of the database's tables, and a redaction takes from them. */

/** Forgets what is kept of these stores; of all of them unless given. */
export type Forget = (storeIds: readonly string[] | undefined) => Promise<void> | void

const rooms = perProcess('what redactions forget', () => new Map<string, Forget>())

/** Says what a room keeps, and how it forgets that; called once by the room. */
export function forgetsOnRedaction(what: string, forget: Forget): void {
  rooms.set(what, forget)
}

export async function forgetKept(storeIds: readonly string[] | undefined): Promise<void> {
  for (const forget of rooms.values()) await forget(storeIds)
}
