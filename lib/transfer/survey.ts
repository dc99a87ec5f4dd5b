import { namedMoments } from './named-moments'
import type { Source } from './source'

/** What is known of a source before it is imported. */
export interface Survey {
  changes: number
  moments: number
  /** milliseconds since 1970; null for a source without times */
  from: number | null
  to: number | null
  authors: string[]
  /** how many of the moments were imported before; 0 also if the history is a different one now */
  taken: number
}

/** Reads the whole source once. `reference`: the name of the last moment imported. */
export async function survey(
  source: Source,
  reference: string | null,
  signal: AbortSignal,
): Promise<Survey> {
  const authors = new Set<string>()
  const found = { changes: 0, moments: 0, from: null, to: null, taken: 0 } as Omit<
    Survey,
    'authors'
  >
  for await (const { moment, name } of namedMoments(source, signal)) {
    found.moments++
    found.changes += moment.changes.length
    if (moment.author !== null) authors.add(moment.author)
    found.from ??= moment.at
    found.to = moment.at ?? found.to
    if (reference !== null && name === reference) found.taken = found.moments
  }
  return { ...found, authors: [...authors] }
}
