import { z } from 'zod'
import type { HistoryHit, HistoryResult } from '@/lib/store/search/search-history'
import type { SearchResult } from '@/lib/store/search/search-store'
import { memoryAnswer, wireMemory } from './memory'
import { versionAnswer, wireVersion } from './memory-version'
import { size, type Wire } from './values'

const match = z.strictObject({
  line: z.int().positive(),
  column: z.int().positive(),
  length: z.int().positive(),
  snippet: z.string(),
  snippet_start: size,
})

const historyHit = z.strictObject({
  type: z.literal('memory_history_hit'),
  memory_id: z.string(),
  appearances: z.array(z.strictObject({ from: versionAnswer, until: versionAnswer.nullable() })),
  matches: z.array(match),
})

export const searchAnswer = z.strictObject({
  data: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('memory_search_hit'),
        memory: memoryAnswer,
        path_matches: z.boolean(),
        matches: z.array(match),
      }),
      historyHit,
    ]),
  ),
  has_more: z.boolean(),
  /** versions that may hold it and are damaged */
  unreadable: z.array(z.string()),
})

export function wireSearch(result: SearchResult): Wire<typeof searchAnswer> {
  return {
    data: result.hits.map((hit) => ({
      type: 'memory_search_hit',
      memory: wireMemory(hit.memory),
      path_matches: hit.isPathMatch,
      matches: hit.matches.map(wireMatch),
    })),
    has_more: result.hasMore,
    unreadable: result.unreadable,
  }
}

function wireMatch(found: SearchResult['hits'][number]['matches'][number]): Wire<typeof match> {
  return {
    line: found.line,
    column: found.column,
    length: found.length,
    snippet: found.snippet,
    snippet_start: found.snippetStart,
  }
}

export function wireHistory(result: HistoryResult): Wire<typeof searchAnswer> {
  return {
    data: result.hits.map(wireHistoryHit),
    has_more: result.hasMore,
    unreadable: result.unreadable,
  }
}

function wireHistoryHit(hit: HistoryHit): Wire<typeof historyHit> {
  return {
    type: 'memory_history_hit',
    memory_id: hit.memoryId,
    appearances: hit.appearances.map(({ from, until }) => ({
      from: wireVersion(from),
      until: until ? wireVersion(until) : null,
    })),
    matches: hit.matches.map(wireMatch),
  }
}
