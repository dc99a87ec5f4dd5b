import type { Database } from '@/lib/db/database'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { noteLastUse } from './sql/key-uses'

/**
 * The times at which keys were last used. Uses are noted in memory and stored a while later, so
 * that they never delay a call; a crash loses at most the last seconds.
 */

const STORE_AFTER_MS = 10_000

interface Uses {
  /** by key, milliseconds since 1970 */
  latest: Map<string, number>
  timer: NodeJS.Timeout | null
}

const usesOf = perProcess('uses of keys', () => new WeakMap<Database, Uses>())

/** Notes that a key was used; returns immediately. */
export function noteKeyUse(db: Database, keyId: string, at: number): void {
  const uses = usesOf.get(db) ?? { latest: new Map<string, number>(), timer: null }
  usesOf.set(db, uses)
  uses.latest.set(keyId, at)
  uses.timer ??= setTimeout(() => {
    flushKeyUses(db).catch(() => log.warn('the last uses of keys could not be written down'))
  }, STORE_AFTER_MS).unref()
}

/** The uses that this process has not stored yet, by key. */
export function usesNotStored(db: Database): ReadonlyMap<string, number> {
  return usesOf.get(db)?.latest ?? new Map()
}

/** Stores what was noted. */
export async function flushKeyUses(db: Database): Promise<void> {
  const uses = usesOf.get(db)
  if (!uses) return
  if (uses.timer) clearTimeout(uses.timer)
  uses.timer = null
  const latest = [...uses.latest]
  if (latest.length === 0) return
  await db.write(async (tx) => {
    for (const [id, lastUsedAt] of latest) await noteLastUse(tx, { id, lastUsedAt })
  })
  for (const [keyId, at] of latest) if (uses.latest.get(keyId) === at) uses.latest.delete(keyId)
}
