import type { Database } from '@/lib/db/database'
import { perProcess } from '@/lib/per-process'
import { getStore } from './get-store'
import { type StandingLines, standingLines } from './standing-lines'

export interface KeptStandingLines extends StandingLines {
  /** the last change that was counted */
  sequence: number
}

interface Kept {
  sequence: number
  since: number
  startedAt: number
  counting: Promise<KeptStandingLines>
}

const DAY_MS = 86_400_000

/** A store that is written all the time is not counted with every look at it. */
const TTL_MS = 60_000

const MAX_STORES = 200

const counts = perProcess(
  'counts of standing lines',
  () => new WeakMap<Database, Map<string, Kept>>(),
)

/**
 * `standingLines` of the last days, counted once for all who ask: kept until the store changes, and
 * a minute at least. Holds no text. Refuses `store_not_found`.
 */
export async function keptStandingLines(
  db: Database,
  { storeId, days, now }: { storeId: string; days: number; now: number },
): Promise<KeptStandingLines> {
  const { lastSequence: sequence } = await getStore(db, storeId)
  // Whole days, as in `whoWrites`.
  const since = (Math.floor(now / DAY_MS) - days + 1) * DAY_MS
  const kept = counts.get(db) ?? new Map<string, Kept>()
  counts.set(db, kept)
  const known = kept.get(storeId)
  const isFresh = known?.sequence === sequence || now - (known?.startedAt ?? -Infinity) < TTL_MS
  if (known?.since === since && isFresh) return known.counting
  const counting = standingLines(db, { storeId, since }).then((lines) => ({ ...lines, sequence }))
  const mine = { sequence, since, startedAt: now, counting }
  kept.delete(storeId)
  kept.set(storeId, mine)
  if (kept.size > MAX_STORES) kept.delete(kept.keys().next().value ?? storeId)
  counting.catch(() => {
    if (kept.get(storeId) === mine) kept.delete(storeId)
  })
  return counting
}
