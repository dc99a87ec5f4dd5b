import { perProcess } from '@/lib/per-process'

/** What rooms keep of texts outside of the database's tables, and a redaction takes from them. */

/** Forgets what is kept of these stores; of all of them unless given. */
export type Forget = (storeIds: readonly string[] | undefined) => Promise<void> | void

const rooms = perProcess('what redactions forget', () => new Map<string, Forget>())

/** Says what a room keeps, and how it forgets that; called once by the room. */
export function forgetsOnRedaction(what: string, forget: Forget): void {
  rooms.set(what, forget)
}

/** A row that is about to be rewritten. */
export interface RowToRewrite {
  table: string
  /** its id */
  id: string
}

type BeforeRewriting = (rows: readonly RowToRewrite[]) => Promise<void>

const hashes = perProcess(
  'what is derived from rewritten rows',
  () => new Map<string, BeforeRewriting>(),
)

/**
 * Says what a room keeps that is derived from rows, such as hashes, by which a short text can be guessed,
 * and how it forgets that. It is called before they are rewritten: who is killed in between is asked again.
 */
export function forgetsBeforeRewriting(what: string, forget: BeforeRewriting): void {
  hashes.set(what, forget)
}

export async function forgetDerived(rows: readonly RowToRewrite[]): Promise<void> {
  for (const forget of hashes.values()) await forget(rows)
}

export async function forgetKept(storeIds: readonly string[] | undefined): Promise<void> {
  for (const forget of rooms.values()) await forget(storeIds)
}
