import type { Changed } from '@/lib/db/change-signal'
import type { Database } from '@/lib/db/database'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import { causeOf, log } from '@/lib/log'
import { compressSlice, compressStore } from '../contents/compress-versions'
import { uncompressedOf, uncompressedStores } from './sql/uncompressed-stores'

/**
 * Rest after a change before it is compressed; changes made meanwhile are compressed together, and
 * share what they write to the index. Milliseconds.
 */
const DEBOUNCE_MS = 150

/** Under sustained load compression is delayed by at most this long. */
const MAX_DELAY_MS = 2000

/** All stores are looked at so often: another server may have ended before it compressed its own. */
const LOOK_AT_ALL_MS = 60_000

/**
 * Indexes and compresses the stores' versions in the background (contents/compress-versions), a slice
 * at a time, preferably while nothing is being written: of stores that are said to have changed, and
 * now and then of all. Returns the function that stops it.
 */
export function startCompressing(db: Database): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let waitingSince = 0
  let changedAt = 0
  let isEnded = false
  let turn: Promise<void> = Promise.resolve()
  let due: Due = 'all'

  const wake = () => {
    if (isEnded || timer) return
    waitingSince ||= performance.now()
    timer = setTimeout(() => {
      timer = null
      const now = performance.now()
      const isResting = db.isIdle() && now - changedAt >= DEBOUNCE_MS - 1
      if (!isResting && now - waitingSince < MAX_DELAY_MS) return wake()
      waitingSince = 0
      turn = takeTurn()
    }, DEBOUNCE_MS)
    timer.unref()
  }
  const wakeFor = (keys: Changed) => {
    due = withAlso(due, keys)
    changedAt = performance.now()
    wake()
  }
  const takeTurn = async () => {
    const looked = due
    due = new Set()
    try {
      for (const { key } of await uncompressedAmong(db, looked)) {
        if (isEnded) return
        if ((await compressSlice(db, key)).hasMore) wakeFor([key])
      }
    } catch (error) {
      due = 'all'
      log.error('versions could not be compressed', causeOf(error))
    }
  }
  const unsubscribe = db.changes.subscribe(wakeFor, 'nothing')
  const looks = setInterval(() => wakeFor(null), LOOK_AT_ALL_MS).unref()
  wake()
  return async () => {
    isEnded = true
    unsubscribe()
    clearInterval(looks)
    if (timer) clearTimeout(timer)
    await turn
  }
}

/** The keys of the stores to look at. */
type Due = ReadonlySet<number> | 'all'

/** With more keys than this, looking at all stores is cheaper than naming them. */
const MAX_NAMED = 256

function withAlso(due: Due, keys: Changed): Due {
  if (due === 'all' || keys === null) return 'all'
  const both = new Set([...due, ...keys])
  return both.size > MAX_NAMED ? 'all' : both
}

function uncompressedAmong(db: Database, due: Due): ReturnType<typeof uncompressedStores> {
  return due === 'all'
    ? uncompressedStores(db.read)
    : uncompressedOf(db.read, toPowerOfTwo([...due]))
}

/** Indexes and compresses every pending version. */
export async function compressAll(db: Database): Promise<void> {
  for (const { key } of await uncompressedStores(db.read)) await compressStore(db, key)
}
