import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { settleSlice, settleStore } from '../core/compress-versions'

/** How long after a change settling begins; changes meanwhile are settled together. */
const REST_MS = 150

/** Under lasting load settling waits at most this long before it takes a turn. */
const MAX_REST_MS = 2000

/**
 * Settles every store's changes in the background from here on (core/settle says what that is),
 * a slice at a time and rather when nobody is writing. Returns the function that ends it.
 */
export function startSettling(db: Database): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let waitingSince = 0
  let isEnded = false
  let turn: Promise<void> = Promise.resolve()

  const wake = () => {
    if (isEnded || timer) return
    waitingSince ||= Date.now()
    timer = setTimeout(() => {
      timer = null
      if (!db.isIdle() && Date.now() - waitingSince < MAX_REST_MS) return wake()
      waitingSince = 0
      turn = takeTurn()
    }, REST_MS)
    timer.unref()
  }
  const takeTurn = async () => {
    try {
      for (const storeKey of await unsettledStores(db)) {
        if (isEnded) return
        if ((await settleSlice(db, storeKey)).hasMore) wake()
      }
    } catch (error) {
      log.error('settling failed', causeOf(error))
    }
  }
  const unsubscribe = db.changes.subscribe(wake)
  wake()
  return async () => {
    isEnded = true
    unsubscribe()
    if (timer) clearTimeout(timer)
    await turn
  }
}

/** Settles everything that there is to settle now. */
export async function settleAll(db: Database): Promise<void> {
  for (const storeKey of await unsettledStores(db)) await settleStore(db, storeKey)
}

async function unsettledStores(db: Database): Promise<number[]> {
  const rows = await db.read.all<{ key: number }>(
    'SELECT key FROM memory_stores WHERE settled_sequence < last_sequence AND deleted_at IS NULL',
  )
  return rows.map((row) => row.key)
}
