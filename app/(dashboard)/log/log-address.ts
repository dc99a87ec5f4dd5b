import { z } from 'zod'
import { DIGEST_PERIODS, type DigestPeriod, periodAt } from '@/lib/review/model/digest'
import type { ChangePlace } from '@/lib/store/changes/list-changes'

/** Lengths of the log, unless it goes back to the beginning. */
export const SPANS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 }

const PLACE = /^(\d{1,15})\.(\d{1,15})\.(memstore_\w+)$/

/** Invalid values count as absent. */
const text = z.string().min(1).optional().catch(undefined)

const time = z.coerce.number().int().nonnegative().max(8.64e15).optional().catch(undefined)

const search = z.object({
  /** the running day or week, or the one of `at`; without it the week of the whole log, all of a part */
  period: z
    .enum([...DIGEST_PERIODS, 'all'])
    .optional()
    .catch(undefined),
  /** a day of a period that is over, as 2026-07-13 */
  at: z.iso.date().optional().catch(undefined),
  store: text,
  operation: z.enum(['created', 'modified', 'deleted']).optional().catch(undefined),
  session: text,
  actor: text,
  /** path prefix */
  path: text,
  since: z.enum(['hour', 'day', 'week', 'month']).optional().catch(undefined),
  /** a stretch of time, both ends included; milliseconds since 1970 */
  from: time,
  to: time,
  /** paused: nothing newer than this is listed; milliseconds since 1970 */
  until: time,
  /** the version whose difference is expanded */
  open: text,
  after: z
    .string()
    .regex(PLACE)
    .transform((value): ChangePlace | undefined => {
      const [, createdAt, sequence, storeId] = PLACE.exec(value) ?? []
      if (storeId === undefined) return undefined
      return { createdAt: Number(createdAt), sequence: Number(sequence), storeId }
    })
    .optional()
    .catch(undefined),
})

export type LogAddress = z.output<typeof search>

/** What the log is narrowed to besides its period. */
const FILTERS = [
  'store',
  'operation',
  'session',
  'actor',
  'path',
  'since',
  'from',
  'to',
] as const satisfies readonly (keyof LogAddress)[]

/** Parses the address. */
export function parseLogAddress(params: Record<string, string | string[] | undefined>): LogAddress {
  return search.parse(params)
}

/** Whether only a part of the log is asked for, of whatever time. */
export function isNarrowed(asked: Partial<Record<(typeof FILTERS)[number], unknown>>): boolean {
  return FILTERS.some((name) => asked[name] != null)
}

/** A day or a week; milliseconds since 1970, `to` exclusive. */
export interface Period {
  period: DigestPeriod
  from: number
  to: number
}

/** The day or week that is listed; null: all time. */
export function periodOf(asked: LogAddress, now: number): Period | null {
  const period = asked.period ?? (isNarrowed(asked) ? 'all' : 'week')
  if (period === 'all') return null
  const at = asked.at === undefined ? now : Math.min(Date.parse(asked.at), now)
  return { period, ...periodAt(period, at) }
}

/** The log's address with some parameters changed; null removes one. */
export function logAddress(
  asked: LogAddress,
  change: Partial<Record<keyof LogAddress, string | number | null>>,
): string {
  const { after, ...others } = asked
  const wanted: Partial<Record<keyof LogAddress, string | number | null>> = {
    ...others,
    period: asked.period ?? (isNarrowed(asked) ? 'all' : 'week'),
    after: after && `${after.createdAt}.${after.sequence}.${after.storeId}`,
    ...change,
  }
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(wanted)) {
    const isUnsaid = name === 'period' && value === (isNarrowed(wanted) ? 'all' : 'week')
    if (value != null && !isUnsaid) address.set(name, String(value))
  }
  return address.size === 0 ? '/log' : `/log?${address}`
}

/**
 * Returns the address of the log with another filter: live, from its newest change on, and with
 * nothing unfolded.
 */
export function filterAddress(
  asked: LogAddress,
  change: Partial<Record<keyof LogAddress, string | number | null>>,
): string {
  return logAddress(asked, { until: null, open: null, after: null, ...change })
}
