import { z } from 'zod'
import type { ChangePlace } from '@/lib/store/changes/list-changes'

/** Lengths of the log, unless it goes back to the beginning. */
export const SPANS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 }

export type Span = keyof typeof SPANS

const PLACE = /^(\d{1,15})\.(\d{1,15})\.(memstore_\w+)$/

/** Invalid values count as absent. */
const text = z.string().min(1).optional().catch(undefined)

const time = z.coerce.number().int().nonnegative().max(8.64e15).optional().catch(undefined)

const search = z.object({
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

export type ActivitySearch = z.output<typeof search>

/** Parses the address. */
export function activitySearch(
  params: Record<string, string | string[] | undefined>,
): ActivitySearch {
  return search.parse(params)
}

/** The log's address with some parameters changed; null removes one. */
export function activityAddress(
  asked: ActivitySearch,
  change: Partial<Record<keyof ActivitySearch, string | number | null>>,
): string {
  const { after, ...others } = asked
  const kept = {
    ...others,
    after: after && `${after.createdAt}.${after.sequence}.${after.storeId}`,
  }
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...kept, ...change })) {
    if (value != null) address.set(name, String(value))
  }
  return address.size === 0 ? '/activity' : `/activity?${address}`
}

/**
 * Returns the address of the log with another filter: live, from its newest change on, and with
 * nothing unfolded.
 */
export function filterAddress(
  asked: ActivitySearch,
  change: Partial<Record<keyof ActivitySearch, string | number | null>>,
): string {
  return activityAddress(asked, { until: null, open: null, after: null, ...change })
}
