import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { compressSlice, compressStore } from '../contents/compress-versions'
import { uncompressedStores } from './sql/uncompressed-stores'

/**
 * Delay between a change and compressing it; changes made meanwhile are compressed together.
 * Milliseconds.
 */
const DEBOUNCE_MS = 150

/** Under sustained load compression is delayed by at most this long. */
const MAX_DELAY_MS = 2000

/**
 * Indexes and compresses every store's versions in the background (contents/compress-versions), a slice
 * at a time, preferably while nothing is being written. Returns the function that stops it.
 */
export function startCompressing(db: Database): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let waitingSince = 0
  let isEnded = false
  let turn: Promise<void> = Promise.resolve()

  const wake = () => {
    if (isEnded || timer) return
    waitingSince ||= Date.now()
    timer = setTimeout(() => {
      timer = null
      if (!db.isIdle() && Date.now() - waitingSince < MAX_DELAY_MS) return wake()
      waitingSince = 0
      turn = takeTurn()
    }, DEBOUNCE_MS)
    timer.unref()
  }
  const takeTurn = async () => {
    try {
      for (const { key } of await uncompressedStores(db.read)) {
        if (isEnded) return
        if ((await compressSlice(db, key)).hasMore) wake()
      }
    } catch (error) {
      log.error('versions could not be compressed', causeOf(error))
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

/** Indexes and compresses every pending version. */
export async function compressAll(db: Database): Promise<void> {
  for (const { key } of await uncompressedStores(db.read)) await compressStore(db, key)
}
