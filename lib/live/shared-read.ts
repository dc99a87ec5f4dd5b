import type { ChangeSignal } from '@/lib/db/change-signal'
import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'

type Reads = Map<string, Promise<unknown>>
const readsOf = perProcess('reads of listeners', () => new WeakMap<Database, Reads>())

/**
 * Many listeners ask for the same at the same time, and share one read. A listener woken by one of
 * these changes does not join a read that began before it: that read may miss the change.
 */
export function sharedRead<Value>(
  db: Database,
  changes: ChangeSignal,
  wanted: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const reads = readsOf.get(db) ?? new Map<string, Promise<unknown>>()
  readsOf.set(db, reads)
  const name = `${wanted} ${changes.revision}`
  const under = reads.get(name) as Promise<Value> | undefined
  if (under) return under
  const begun = read().finally(() => reads.delete(name))
  reads.set(name, begun)
  return begun
}
