import type { Ask, End } from '@/lib/store/plan/plan'

/** What stands in the address of a plan. */
export function addressOf(storeId: string, ask: Ask): string {
  return `/stores/${storeId}/plan?${new URLSearchParams(pairsOf(ask))}`
}

/** An ask as pairs of an address; the routes of the page's rows take the same. */
export function pairsOf(ask: Ask): Record<string, string> {
  switch (ask.kind) {
    case 'restore':
      return { restore: String(ask.at) }
    case 'seed':
      return { seed: ask.jobId, ...(ask.withHistory ? {} : { history: 'no' }) }
    case 'undo':
      if (ask.sessionId) return { session: ask.sessionId }
      if (ask.batchId) return { batch: ask.batchId }
      if (ask.lines) return { lines: JSON.stringify(ask.lines) }
      return { versions: (ask.versionIds ?? []).join(',') }
    case 'take_over':
      return { take: JSON.stringify({ from: ask.from, rows: ask.rows }) }
    default:
      return {}
  }
}

export type Search = Readonly<Record<string, string | string[] | undefined>>

/** The two ends that an address of a comparison names: `with`, `at`, `withAt`. */
export interface Ends {
  /** the store of the page: what is compared, and what is taken over into */
  one: End
  other: End
}

/** Whether an address names two ends: without, what the store is compared with is still to be chosen. */
export const areNamed = ({ one, other }: Ends): boolean =>
  one.storeId !== other.storeId || one.at !== other.at

/** Without `with` it is this store at another moment. */
export function endsIn(storeId: string, search: Search): Ends {
  const number = (name: string) => {
    const value = search[name]
    const at = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
    return Number.isInteger(at) && at >= 0 ? at : undefined
  }
  const other = typeof search.with === 'string' && search.with !== '' ? search.with : storeId
  return { one: endOf(storeId, number('at')), other: endOf(other, number('withAt')) }
}

/** A store now, or at a moment. */
export const endOf = (storeId: string, at: number | undefined): End =>
  at === undefined ? { storeId } : { storeId, at }

/** What follows `?` in the address of a comparison. */
export function searchOf({ one, other }: Ends): string {
  const search = new URLSearchParams()
  if (other.storeId !== one.storeId) search.set('with', other.storeId)
  if (one.at !== undefined) search.set('at', String(one.at))
  if (other.at !== undefined) search.set('withAt', String(other.at))
  return String(search)
}
