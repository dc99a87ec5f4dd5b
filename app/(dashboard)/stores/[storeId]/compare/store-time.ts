import 'server-only'
import { formats } from '@/components/i18n/server-texts'
import type { Database } from '@/lib/db/database'
import { changeDensity } from '@/lib/store/changes/change-times'
import { monthMarks } from '@/lib/store/model/change-buckets'

/** Bars of the time bar. */
const BARS = 160

/** Names of months closer than this share of the bar would overlap: of a wide bar, of a narrow one. */
const MONTH_ROOM = 0.07
const NARROW_ROOM = 0.22

export interface StoreTime {
  /** heights from 0 to 1 */
  bars: number[]
  /** beginnings of months, as a share of the bar from 0 to 1 */
  months: { at: number; name: string; isClose: boolean }[]
}

/** Returns the times and sizes of a store's changes, as the time bar draws them. */
export async function storeTime(db: Database, storeId: string): Promise<StoreTime> {
  const format = await formats()
  const { buckets } = await changeDensity(db, { storeId, buckets: BARS })
  const most = Math.max(1, ...buckets.map(({ bytesChanged }) => bytesChanged))
  const months: StoreTime['months'] = []
  for (const { bucket, year, month } of monthMarks(buckets, 'UTC')) {
    const at = bucket / buckets.length
    const last = months.at(-1)
    if (last && at - last.at < MONTH_ROOM) continue
    const name = format.dateTime(Date.UTC(year, month - 1), { month: 'short', year: 'numeric' })
    const wide = months.findLast(({ isClose }) => !isClose)
    months.push({ at, name, isClose: wide !== undefined && at - wide.at < NARROW_ROOM })
  }
  return {
    // The few large changes would flatten all others.
    bars: buckets.map(({ bytesChanged }) => Math.cbrt(bytesChanged / most)),
    months,
  }
}
