import { perProcess } from '@/lib/per-process'

/** Where a redaction looks beside the database, as far as rooms know of such places. */

export interface Outside {
  texts: readonly string[]
  /** all unless given */
  storeIds: readonly string[] | undefined
  signal: AbortSignal
}

/** A place on the disk that holds the text, or may. */
export interface OutsidePlace {
  kind: 'file' | 'transcript' | 'git'
  path: string
  /** how often; null: it was not, or cannot be, looked into */
  found: number | null
}

type Look = (asked: Outside) => Promise<OutsidePlace[]>

const kept = perProcess('looks beside the database', () => ({ look: null as Look | null }))

/** Says how the disk is looked at, after what is in step with stores was written; called once by its room. */
export function looksOutside(look: Look): void {
  kept.look = look
}

/** The places that hold a text once what is in step was written; of their paths the text is taken, too. */
export async function lookOutside(asked: Outside): Promise<OutsidePlace[]> {
  const places = (await kept.look?.(asked)) ?? []
  return places.map((place) => {
    const path = asked.texts.reduce((left, text) => left.replaceAll(text, '[redacted]'), place.path)
    return { ...place, path }
  })
}
