import { DIGEST_PERIODS, type DigestPeriod } from '@/lib/review/model/digest'

type Search = Record<string, string | string[] | undefined>

/** The period that an address asks for: its length, and a time in it. */
export interface DigestRequest {
  period: DigestPeriod
  /** milliseconds since 1970 */
  at: number
}

/** Reads the period from an address; by default the current week. */
export function digestRequest(search: Search, now: number): DigestRequest {
  const period = DIGEST_PERIODS.find((each) => each === search.period) ?? 'week'
  const named = typeof search.at === 'string' ? Date.parse(search.at) : Number.NaN
  const isThere = named >= 0 && named <= now
  return { period, at: isThere ? named : now }
}

/** The address of a period's figures; `at` is left out for the one that runs. */
export function digestAddress(period: DigestPeriod, at: number | null): string {
  const query = new URLSearchParams({ period })
  if (at !== null) query.set('at', new Date(at).toISOString().slice(0, 10))
  return `/log/figures?${query}`
}
