import { momentsOf } from './moments-of'
import type { NamedMoment } from './seed-moments'
import type { Source } from './source'

/**
 * The moments of a history, each with a unique name that stays the same as the history grows: the
 * commit's id, or the time with a counter for those that share it. A snapshot's moments have none.
 */
export async function* namedMoments(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<NamedMoment> {
  const timesOf = new Map<string, number>()
  let last = { at: '', times: 0 }
  for await (const moment of momentsOf(source, signal)) {
    if (moment.reference !== null) {
      const times = timesOf.get(moment.reference) ?? 0
      timesOf.set(moment.reference, times + 1)
      yield { moment, name: named(moment.reference, times) }
    } else if (moment.at !== null) {
      // Times never go backwards, so equal ones are adjacent.
      const at = new Date(moment.at).toISOString()
      last = { at, times: last.at === at ? last.times + 1 : 0 }
      yield { moment, name: named(at, last.times) }
    } else yield { moment, name: null }
  }
}

function named(name: string, times: number): string {
  return times === 0 ? name : `${name}#${times}`
}
