import { namedMoments } from './named-moments'
import type { Source } from './source'

/** What there is to know of a source before it is taken over. */
export interface Survey {
  changes: number
  moments: number
  /** milliseconds since 1970; null for a source without times */
  from: number | null
  to: number | null
  authors: string[]
  /** how many of the moments were taken over before; 0 also where the history is another one now */
  taken: number
}

/** Reads the whole source once. `reference`: the name of the moment that was taken over last. */
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
