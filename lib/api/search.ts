import { z } from '@hono/zod-openapi'
import { Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { recordRead } from '@/lib/store/reads'
import { type HistoryHit, search, type SearchHit, searchHistory } from '@/lib/store/search'
import type { Match } from '@/lib/text/matches'
import { rfc3339 } from '@/lib/time'
import { answer, flag, inStore, number, part, size, STORE } from './kit'
import { noteRead, pathPrefix, sequenceOf, WireMemory, wireMemory } from './memories'
import { WireVersion, wireVersion } from './versions'

/** Search of a store: now, at a time, or in all of its history. */

const WireMatch = z.strictObject({
  line: z.int().positive(),
  column: z.int().positive(),
  length: z.int().positive(),
  snippet: z.string(),
  snippet_start: size,
})

const wireMatch = ({ snippetStart, ...match }: Match): z.output<typeof WireMatch> => ({
  ...match,
  snippet_start: snippetStart,
})

const WireHit = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('memory_search_hit'),
    memory: WireMemory,
    path_matches: z.boolean(),
    matches: z.array(WireMatch),
  }),
  z.strictObject({
    type: z.literal('memory_history_hit'),
    memory_id: z.string(),
    appearances: z.array(
      z.strictObject({ from: WireVersion, until: z.union([WireVersion, z.null()]) }),
    ),
    matches: z.array(WireMatch),
  }),
])

const find = inStore('get', `${STORE}/search`, 'searchMemories', 'read', {
  summary: 'Find a text in contents and paths',
  query: z.object({
    q: z.string().max(10_000, 'must be at most 300 characters long'),
    path_prefix: pathPrefix,
    at: rfc3339.optional(),
    /** all versions: when each memory came to hold the text, and when it lost it */
    history: flag.default(false),
    limit: number(1, 100).default(20),
  }),
  responses: answer(
    z
      .strictObject({
        data: z.array(WireHit),
        has_more: z.boolean(),
        /** versions that may hold it and are damaged */
        unreadable: z.array(z.string()),
      })
      .openapi('SearchResult'),
  ),
})

function wireHit({ memory, pathMatches, matches }: SearchHit, cause: Cause) {
  if (matches.length > 0) noteRead(memory, cause)
  return {
    type: 'memory_search_hit' as const,
    memory: wireMemory(memory),
    path_matches: pathMatches,
    matches: matches.map(wireMatch),
  }
}

function wireHistoryHit({ memoryId, newest, appearances, matches }: HistoryHit, cause: Cause) {
  if (matches.length > 0) recordRead(newest, cause)
  return {
    type: 'memory_history_hit' as const,
    memory_id: memoryId,
    appearances: appearances.map(({ from, until }) => ({
      from: wireVersion(from),
      until: until && wireVersion(until),
    })),
    matches: matches.map(wireMatch),
  }
}

export const searches = part().openapi(find, async (c) => {
  const { q: query, path_prefix: prefix, at, history: isPast, limit } = c.req.valid('query')
  const { store, cause } = c.var
  const asked = { storeId: store.id, query, limit, signal: c.req.raw.signal }
  const below = prefix.slice(0, -1)
  if (isPast) {
    if (at) throw new Refusal('invalid_input', 'at: has no meaning where history is searched')
    const found = await searchHistory({ ...asked, below })
    const data = found.hits.map((hit) => wireHistoryHit(hit, cause))
    return c.json({ data, has_more: found.hasMore, unreadable: found.unreadable }, 200)
  }
  const found = await search({ ...asked, below, at: await sequenceOf(store.id, at) })
  const data = found.hits.map((hit) => wireHit(hit, cause))
  return c.json({ data, has_more: found.hasMore, unreadable: found.unreadable }, 200)
})
