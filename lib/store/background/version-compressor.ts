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

/**
 * Fewer versions of a store than this wait for more: one by itself adds to as many grams of the index as
 * dozens together do. Until then search reads them themselves, up to 256.
 */
const FEW = 32

/** Few are compressed at the latest so long after they were seen first; milliseconds. */
const FEW_WAIT_MS = 20_000

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
  /** the stores whose few versions wait, and since when, by the process's monotonic clock */
  const waiting = new Map<number, number>()
  let waitingTimer: NodeJS.Timeout | null = null
  /** the stores of which some is compressed and the rest is to follow */
  const begun = new Set<number>()

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
      const stores = await uncompressedAmong(db, looked)
      const keys = new Set(stores.map(({ key }) => key))
      for (const key of [...waiting.keys(), ...begun]) {
        if (keys.has(key) || (looked !== 'all' && !looked.has(key))) continue
        waiting.delete(key)
        begun.delete(key)
      }
      for (const { key, pending } of stores) {
        if (isEnded) return
        if (pending < FEW && !begun.has(key) && mayWait(key)) continue
        waiting.delete(key)
        begun.add(key)
        if ((await compressSlice(db, key)).hasMore) wakeFor([key])
        else begun.delete(key)
      }
    } catch (error) {
      due = 'all'
      log.error('versions could not be compressed', causeOf(error))
    }
  }
  /** Remembers a store with few versions to compress, unless it has waited for long. */
  const mayWait = (key: number) => {
    const now = performance.now()
    const since = waiting.get(key) ?? now
    if (now - since >= FEW_WAIT_MS) return false
    waiting.set(key, since)
    waitingTimer ??= setTimeout(
      () => {
        waitingTimer = null
        wakeFor([...waiting.keys()])
      },
      FEW_WAIT_MS - (now - since),
    ).unref()
    return true
  }
  const unsubscribe = db.changes.subscribe(wakeFor, 'nothing')
  const looks = setInterval(() => wakeFor(null), LOOK_AT_ALL_MS).unref()
  wake()
  return async () => {
    isEnded = true
    unsubscribe()
    clearInterval(looks)
    if (timer) clearTimeout(timer)
    if (waitingTimer) clearTimeout(waitingTimer)
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
