import type { Sql } from '@/lib/db/sql'
import { splitLines } from '@/lib/text/lines'
import { type BlameState, NO_LINES, stateIn } from './blame-stretch'
import { type MemoryPlace, stretchAt } from './sql/blame'

/** A memory whose versions are read to be blamed; for `maybeYield` see lib/turns. */
export interface BlameSource {
  sql: Sql
  place: MemoryPlace
  maybeYield: () => Promise<void>
}

/** The writers of the lines after a version that is the last of a stretch. */
export interface KeptBlame {
  state: BlameState
  /** that version; 0: nothing is kept */
  through: number
  /** its number in the memory; 0: nothing is kept */
  ordinal: number
}

export const NOTHING_KEPT: KeptBlame = { state: NO_LINES, through: 0, ordinal: 0 }

/** The blame that is kept of a memory up to a version; if a stretch has that version, up to it only. */
export async function keptUpTo({ sql, place }: BlameSource, upTo: number): Promise<KeptBlame> {
  const stretch = await stretchAt(sql, place, upTo)
  if (!stretch) return NOTHING_KEPT
  const { lastSequence: through, lastOrdinal: ordinal } = stretch
  return { state: stateIn(stretch, upTo), through, ordinal }
}

/** The lines of a text as they are blamed: an empty one has none. */
export const linesOf = (content: string) => (content === '' ? [] : splitLines(content))
