import { db, padded, turn } from '@/lib/db'
import { contentProblem, contentRuleWords } from '@/lib/text/content'
import { chunked } from '@/lib/text/lists'
import { containsFolded, findMatches, foldForSearch, type Match } from '@/lib/text/matches'
import { comparePaths, isWithin } from '@/lib/text/memory-path'
import type { LiveMemory, Version, VersionText } from './model/model'
import { invalidInput } from './model/problems'
import { isSound } from './model/sound'
import { headsAt } from './past'
import { versionsLike } from './sql'
import { getStore } from './stores'
import { below } from './write/paths'

/**
 * Search looks through contents and paths themselves, 200 a statement; there is no index that a
 * redaction would have to clean.
 */

/** The most characters of a query. */
const MAX_QUERY = 300

/** Places that are told of one memory. */
const MATCHES_A_MEMORY = 5

const VERSIONS_A_STATEMENT = 200

export interface Search {
  storeId: string
  /** 1 to 300 characters of any script, taken literally but for upper and lower case */
  query: string
  /** at this number of the store's changes instead of now */
  at?: number | undefined
  /** only below this folder, without a trailing slash */
  below?: string | undefined
  limit: number
  /** `next` of the page before */
  after?: string | undefined
  /** for a caller that leaves; rejects with its reason */
  signal?: AbortSignal | undefined
}

export interface SearchHit {
  memory: FoundMemory
  pathMatches: boolean
  /** the first places in its content */
  matches: Match[]
}

type FoundMemory = Pick<
  LiveMemory,
  'id' | 'storeId' | 'path' | 'versionId' | 'sequence' | 'sha256' | 'size' | 'updatedAt'
>

export interface SearchResult<Hit> {
  hits: Hit[]
  hasMore: boolean
  next: string | null
  /** versions that seem to have the text and are damaged, by id: what they say is not known */
  unreadable: string[]
}

/**
 * The memories whose path or content has a text, by the bytes of their paths, now or at a moment.
 * Refuses `store_not_found`, `invalid_input`.
 */
export async function search(asked: Search): Promise<SearchResult<SearchHit>> {
  const query = new Query(asked.query)
  await getStore(asked.storeId)
  const result: SearchResult<SearchHit> = { hits: [], hasMore: false, next: null, unreadable: [] }
  for await (const page of memoriesOf(asked)) {
    asked.signal?.throwIfAborted()
    const found = await query.among(page.map(({ versionId }) => versionId))
    for (const memory of page) {
      const version = found.get(memory.versionId)
      if (!version) continue
      if (!isSound(version)) {
        result.unreadable.push(version.id)
        continue
      }
      if (result.hits.length === asked.limit) {
        return { ...result, hasMore: true, next: result.hits.at(-1)?.memory.path ?? null }
      }
      result.hits.push({ memory, ...query.places(version) })
    }
    await turn()
  }
  return result
}

/** The memories to look through, by path. */
async function* memoriesOf(asked: Search): AsyncGenerator<FoundMemory[]> {
  const { storeId, at, below: folder = '', after = '', signal } = asked
  if (at !== undefined) {
    const heads = await headsAt(storeId, at, { within: folder, signal })
    const rest = heads.filter(({ path }) => comparePaths(path, after) > 0)
    for (const page of chunked(rest, VERSIONS_A_STATEMENT)) {
      yield page.map(({ memoryId: id, at: updatedAt, ...head }) => ({
        ...head,
        id,
        storeId,
        updatedAt,
      }))
    }
    return
  }
  for (let from = after; ;) {
    const rows = await db.memory.findMany({
      where: {
        storeId,
        AND: [{ path: { gt: from } }, ...(folder === '' ? [] : [{ path: below(folder) }])],
      },
      select: {
        id: true,
        storeId: true,
        path: true,
        versionId: true,
        sequence: true,
        sha256: true,
        size: true,
        updatedAt: true,
      },
      orderBy: { path: 'asc' },
      take: VERSIONS_A_STATEMENT,
    })
    yield rows as FoundMemory[]
    if (rows.length < VERSIONS_A_STATEMENT) return
    from = rows.at(-1)?.path ?? ''
  }
}

/** A time in which a memory's path or content had the text. */
export interface Appearance {
  /** the version that brought it */
  from: Version
  /** the version that had it no more; null: it stands */
  until: Version | null
}

export interface HistoryHit {
  memoryId: string
  /** the newest version that has the text */
  newest: Version
  pathMatches: boolean
  /** the first places in the content of that one */
  matches: Match[]
  /** the earliest first */
  appearances: Appearance[]
}

/**
 * When a text came to each memory and when it went, over all versions, those of deleted memories
 * included; the memory that had it last comes first. Redacted versions have nothing. Refuses
 * `store_not_found`, `invalid_input`.
 */
export async function searchHistory(asked: Omit<Search, 'at'>): Promise<SearchResult<HistoryHit>> {
  const { storeId, below: folder = '', limit, after, signal } = asked
  const query = new Query(asked.query)
  const { lastSequence } = await getStore(storeId)
  const result: SearchResult<HistoryHit> = { hits: [], hasMore: false, next: null, unreadable: [] }
  const seen = new Set<string>()
  for (let upTo = after === undefined ? lastSequence : Number(after) - 1; upTo > 0;) {
    signal?.throwIfAborted()
    const from = upTo - VERSIONS_A_STATEMENT
    const rows = await db.version.findMany({
      where: { storeId, sequence: { gt: from, lte: upTo }, operation: { not: 'deleted' } },
      select: { id: true },
    })
    const found = await query.among(rows.map(({ id }) => id))
    const newestFirst = [...found.values()].sort((one, other) => other.sequence - one.sequence)
    for (const { memoryId, path } of newestFirst) {
      if (seen.has(memoryId)) continue
      seen.add(memoryId)
      if (!isWithin(folder, path ?? '')) continue
      const hit = await lifeIn(memoryId, query, result.unreadable, signal)
      // One that had it later stands on an earlier page.
      if (!hit || (after !== undefined && hit.newest.sequence >= Number(after))) continue
      if (result.hits.length === limit) {
        const last = result.hits.at(-1)?.newest.sequence
        return { ...result, hasMore: true, next: last === undefined ? null : String(last) }
      }
      result.hits.push(hit)
    }
    upTo = from
    await turn()
  }
  return result
}

/** When a memory had the text; null: it never did, as far as it can be read. */
async function lifeIn(
  memoryId: string,
  query: Query,
  unreadable: string[],
  signal: AbortSignal | undefined,
): Promise<HistoryHit | null> {
  const appearances: Appearance[] = []
  let newest: VersionText | null = null
  let isIn = false
  for (let after = 0, isLast = false; !isLast;) {
    signal?.throwIfAborted()
    const rows = await db.version.findMany({
      where: { memoryId, sequence: { gt: after } },
      orderBy: { sequence: 'asc' },
      take: VERSIONS_A_STATEMENT,
    })
    const found = await query.among(rows.map(({ id }) => id))
    for (const row of rows) {
      const version = row.operation === 'deleted' ? undefined : found.get(row.id)
      // What a damaged one said is not known: it is read over.
      if (version && !isSound(version)) {
        unreadable.push(row.id)
        continue
      }
      const last = appearances.at(-1)
      if (version && !isIn) appearances.push({ from: row, until: null })
      if (!version && isIn && last) last.until = row
      isIn = version !== undefined
      newest = version ?? newest
    }
    after = rows.at(-1)?.sequence ?? 0
    isLast = rows.length < VERSIONS_A_STATEMENT
    await turn()
  }
  if (!newest) return null
  const { content: _, ...version } = newest
  return { memoryId, newest: version, ...query.places(newest), appearances }
}

/** A text that is searched for. */
class Query {
  private readonly folded: string
  private readonly pattern: string

  constructor(query: string) {
    const problem = contentProblem(query)
    if (problem) throw invalidInput('q', contentRuleWords(problem))
    const length = [...query].length
    if (length < 1 || length > MAX_QUERY) {
      throw invalidInput('q', `must be 1 to ${MAX_QUERY} characters long`)
    }
    this.folded = foldForSearch(query)
    this.pattern = `%${[...this.folded].map(likePart).join('')}%`
  }

  /** Those of some versions that have the text, by id. */
  async among(ids: readonly string[]): Promise<Map<string, VersionText>> {
    if (ids.length === 0) return new Map()
    const like = await versionsLike(padded(ids), this.pattern)
    if (like.size === 0) return new Map()
    const rows = await db.version.findMany({
      where: { id: { in: padded([...like]) } },
      omit: { content: false },
    })
    const having = rows.filter(({ path, content }) => this.isIn(path) || this.isIn(content))
    return new Map(having.map((row) => [row.id, row]))
  }

  places({ path, content }: VersionText): { pathMatches: boolean; matches: Match[] } {
    const matches = findMatches(content ?? '', this.folded, MATCHES_A_MEMORY)
    return { pathMatches: this.isIn(path), matches }
  }

  private isIn(text: string | null): boolean {
    return text !== null && containsFolded(text, this.folded)
  }
}

/**
 * A character in a pattern that finds it in both cases: databases fold the letters of ASCII alone, so
 * another letter stands for any character, and so does `k`, which the sign of Kelvin folds to.
 */
function likePart(character: string): string {
  if (character === 'k') return '_'
  if (/[%_\\]/.test(character)) return `\\${character}`
  const isFolded = character > '\u007f' && character.toUpperCase() !== character.toLowerCase()
  return isFolded ? '_' : character
}
