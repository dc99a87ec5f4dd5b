import { namedMoments } from './named-moments'
import type { Source } from './source'

/** A summary of a source before it is imported. Times are milliseconds since 1970. */
export interface Survey {
  changes: number
  /** when its history begins; null for a source without times */
  from: number | null
  authors: string[]
  /** how many of the moments were imported before; 0 also if the history is a different one now */
  taken: number
  /** the history after those: what has no time, such as uncommitted changes, is none */
  untaken: { moments: number; from: number | null; to: number | null }
}

const NO_MOMENTS = { moments: 0, from: null, to: null }

/** Reads the whole source once. `reference`: the name of the last moment imported. */
export async function survey(
  source: Source,
  reference: string | null,
  signal: AbortSignal,
): Promise<Survey> {
  const authors = new Set<string>()
  const found: Omit<Survey, 'authors'> = { changes: 0, from: null, taken: 0, untaken: NO_MOMENTS }
  let number = 0
  for await (const { moment, name } of namedMoments(source, signal)) {
    number++
    found.changes += moment.changes.length
    if (moment.author !== null) authors.add(moment.author)
    found.from ??= moment.at
    found.untaken = withMoment(found.untaken, moment.at)
    if (reference === null || name !== reference) continue
    found.taken = number
    found.untaken = NO_MOMENTS
  }
  return { ...found, authors: [...authors] }
}

function withMoment(counted: Survey['untaken'], at: number | null): Survey['untaken'] {
  if (at === null) return counted
  return { moments: counted.moments + 1, from: counted.from ?? at, to: at }
}
