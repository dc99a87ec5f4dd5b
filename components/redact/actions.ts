'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import {
  findSpellings,
  type SpellingFound,
  findElsewhere,
  type FoundElsewhere,
  findText,
  type TextFound,
  type TextHit,
} from '@/lib/store/redaction/find-text'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { redactText } from '@/lib/store/redaction/redact-text'
import { type LineWith, linesWith } from '@/lib/text/lines-with'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'

const where = z.object({ text: z.string(), storeId: z.string().nullable() })
const page = where.extend({ skip: z.int().min(0), limit: z.int().min(1).max(100) })
const what = where.extend({
  also: z.array(z.string()).max(100),
  replacement: z.string(),
  earlierVersions: z.enum(['rewrite', 'empty']),
})

/** Lines shown of a memory. */
const LINES = 3

const storesOf = (storeId: string | null) => (storeId === null ? undefined : [storeId])

/** The lines of a memory in which the text stands now. */
export interface LinesNow {
  lines: LineWith[]
  /** number of occurrences */
  count: number
}

/** Places of a text, and the lines of the memories that hold it now, by memory id. */
export interface FoundInLines extends TextFound {
  lines: Record<string, LinesNow>
  /** names of the stores of these places, by id */
  storeNames: Record<string, string>
}

/** Finds a text in one store or in all: counts every hit and lists a page of them, with lines. */
export const findTextAction = command(
  page,
  async ({ text, storeId, skip, limit }): Promise<FoundInLines> => {
    const found = await findText(database(), { text, storeIds: storesOf(storeId), skip, limit })
    const names = await namesOfStores(
      database(),
      found.places.flatMap((place) => ('storeId' in place ? (place.storeId ?? []) : [])),
    )
    return {
      ...found,
      lines: await linesOf(found.places, text),
      storeNames: Object.fromEntries(names),
    }
  },
)

async function linesOf(
  places: readonly TextHit[],
  text: string,
): Promise<Record<string, LinesNow>> {
  const lines: Record<string, LinesNow> = {}
  for (const place of places) {
    if (place.kind !== 'memory' || !place.isNow) continue
    const { storeId, memoryId } = place
    try {
      const { content } = await getMemory(database(), { storeId, memoryId })
      lines[memoryId] = linesWith(content, text, LINES)
    } catch (error) {
      // Deleted since it was found.
      if (!(error instanceof StoreError)) throw error
    }
  }
  return lines
}

/** Finds which other spellings of a text occur. */
export const findSpellingsAction = command(where, ({ text, storeId }): Promise<SpellingFound[]> =>
  findSpellings(database(), { text, storeIds: storesOf(storeId) }),
)

const inOneStore = z.object({ text: z.string(), storeId: z.string() })

/** Finds where a text stands besides in one store, which redacting it there leaves. */
export const findElsewhereAction = command(
  inOneStore,
  ({ text, storeId }): Promise<FoundElsewhere> =>
    findElsewhere(database(), { text, storeIds: [storeId] }),
)

/** Starts redacting a text everywhere; answers the job's id. */
export const redactTextAction = command(
  what,
  async ({ text, also, storeId, replacement, earlierVersions }) => {
    const { job } = await redactText(database(), {
      text,
      also,
      replacement,
      earlierVersions,
      storeIds: storesOf(storeId),
      tellsElsewhere: true,
      cause: PERSON,
    })
    return job.id
  },
)
