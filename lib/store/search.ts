import { db, padded, turn } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { chunked } from '@/lib/text/lists'
import { containsFolded, findMatches, foldForSearch, type Match } from '@/lib/text/matches'
import { comparePaths, isWithin } from '@/lib/text/memory-path'
import { asMemory, MADE } from './memories'
import type { LiveMemory, Version, VersionText } from './model/model'
import { checkContent, invalidInput } from './model/problems'
import { isSound } from './model/sound'
import { headsAt } from './past'
import { THOSE, versionsLike } from './sql'
import { getStore } from './stores'
import { numberBefore } from './versions'

/**
 * Search looks through contents and paths themselves, 200 a statement; there is no index that a
 * redaction would have to clean.
 */

/** The most characters of a query. */
export const MAX_QUERY = 300

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
  /** as it was when it was found, without its text */
  memory: LiveMemory
  pathMatches: boolean
  /** the first places in its content */
  matches: Match[]
}

type FoundVersion = VersionText & { path: string; memory: { createdAt: Date } }

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
  for await (const versions of standing(asked, query)) {
    asked.signal?.throwIfAborted()
    for (const version of versions.sort((one, other) => comparePaths(one.path, other.path))) {
      if (!isSound(version)) {
        result.unreadable.push(version.id)
        continue
      }
      if (result.hits.length === asked.limit) {
        return { ...result, hasMore: true, next: result.hits.at(-1)?.memory.path ?? null }
      }
      const { content: _, ...row } = version
      result.hits.push({ memory: asMemory(row), ...query.places(version) })
    }
  }
  return result
}

/** The versions that have the text among those that stand or stood, the first paths first. */
async function* standing(asked: Search, query: Query): AsyncGenerator<FoundVersion[]> {
  const { storeId, at, below: folder = '', after = '', signal } = asked
  if (at !== undefined) {
    const heads = await headsAt(storeId, at, { within: folder, signal })
    const rest = heads.filter(({ path }) => comparePaths(path, after) > 0)
    for (const page of chunked(rest, VERSIONS_A_STATEMENT)) {
      yield query.among(THOSE.withIds(padded(page.map(({ versionId }) => versionId))))
    }
    return
  }
  // `0` comes right after `/`: all that is below lies before it.
  const end = folder === '' ? '0' : `${folder}0`
  for (let from = after > `${folder}/` ? after : `${folder}/`; from < end;) {
    const last = await db.memory.findFirst({
      where: { storeId, path: { gt: from, lt: end } },
      select: { path: true },
      orderBy: { path: 'asc' },
      skip: VERSIONS_A_STATEMENT - 1,
    })
    const upTo = last?.path ?? end
    yield query.among(THOSE.standing(storeId, { after: from, upTo, before: end }))
    from = upTo
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
  for (let upTo = numberBefore(after, lastSequence); upTo > 0;) {
    signal?.throwIfAborted()
    const from = upTo - VERSIONS_A_STATEMENT
    const found = await query.among(THOSE.ofStore(storeId, { after: from, upTo }))
    const newestFirst = found.sort((one, other) => other.sequence - one.sequence)
    for (const { memoryId, path } of newestFirst) {
      if (seen.has(memoryId)) continue
      seen.add(memoryId)
      if (!isWithin(folder, path)) continue
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
  let newest: FoundVersion | null = null
  let isIn = false
  let after = 0
  const read = (last: Version | undefined, take: number): Promise<Version[]> => {
    const where = { memoryId, sequence: { gt: last?.sequence ?? 0 } }
    return db.version.findMany({ where, orderBy: { sequence: 'asc' }, take })
  }
  for await (const rows of pagesOf(VERSIONS_A_STATEMENT, read, signal)) {
    const upTo = rows.at(-1)?.sequence ?? after
    const found = await query.among(THOSE.ofMemory(memoryId, { after, upTo }))
    const having = new Map(found.map((version) => [version.id, version]))
    for (const row of rows) {
      const version = having.get(row.id)
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
    after = upTo
  }
  if (!newest) return null
  const { content: _, memory: __, ...version } = newest
  return { memoryId, newest: version, ...query.places(newest), appearances }
}

/**
 * What a search says of texts that are in no store. Refuses `invalid_input` for what cannot be searched for.
 * Null: the text is not in it.
 */
export function searchIn(
  query: string,
): (at: { path: string; content: string }) => Omit<SearchHit, 'memory'> | null {
  const sought = new Query(query)
  return (at) => {
    const found = sought.places(at)
    return found.pathMatches || found.matches.length > 0 ? found : null
  }
}

/** A text that is searched for. */
class Query {
  private readonly folded: string
  private readonly pattern: string

  constructor(query: string) {
    checkContent(query, 'q')
    const length = [...query].length
    if (length < 1 || length > MAX_QUERY) {
      throw invalidInput('q', `must be 1 to ${MAX_QUERY} characters long`)
    }
    this.folded = foldForSearch(query)
    this.pattern = `%${(this.folded.match(/s{2,}|./gsu) ?? []).map(likePart).join('')}%`
  }

  /** Those of some versions that have the text. */
  async among(those: Prisma.Sql): Promise<FoundVersion[]> {
    await turn()
    const ids = await versionsLike(those, this.pattern)
    if (ids.length === 0) return []
    const rows = await db.version.findMany({
      where: { id: { in: padded(ids) } },
      omit: { content: false },
      ...MADE,
    })
    return rows.flatMap(({ path, ...row }) => {
      const hasText = path !== null && (this.isIn(path) || this.isIn(row.content))
      return hasText ? [{ ...row, path }] : []
    })
  }

  places({ path, content }: Pick<FoundVersion, 'path' | 'content'>): Omit<SearchHit, 'memory'> {
    const matches = findMatches(content ?? '', this.folded, MATCHES_A_MEMORY)
    return { pathMatches: this.isIn(path), matches }
  }

  private isIn(text: string | null): boolean {
    return text !== null && containsFolded(text, this.folded)
  }
}

/**
 * A character in a pattern that finds it in both cases: databases fold the letters of ASCII alone, so
 * another letter stands for any character, and so do `k`, which the sign of Kelvin folds to, and `s`, of
 * which several may be less: `ß` is two.
 */
function likePart(character: string): string {
  if (character.startsWith('ss')) return '%'
  if (character === 'k' || character === 's') return '_'
  if (/[%_\\]/.test(character)) return `\\${character}`
  const isFolded = character > '\u007f' && character.toUpperCase() !== character.toLowerCase()
  return isFolded ? '_' : character
}
