import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { checkedQuery } from '@/lib/store/search/search-store'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { turns } from '@/lib/turns'
import { bodyOf } from './core/stored-json'
import { newestSessions } from './sql/listed-sessions'
import { messagesBefore, type SaidRow } from './sql/session-events'

export interface SearchSessionsInput {
  /** as for `searchStore` */
  query: string
  /** only sessions with this store attached */
  storeId?: string | undefined
  /** the most sessions to return */
  limit: number
  /** for a caller that leaves: aborts the search with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A message in a session that contains the text. */
export interface MessageHit {
  eventId: string
  by: 'person' | 'agent'
  /** milliseconds since 1970 */
  createdAt: number
  /** the first few occurrences */
  matches: Match[]
}

export interface SessionHit {
  sessionId: string
  title: string | null
  /** milliseconds since 1970 */
  createdAt: number
  isTitleMatch: boolean
  /** the newest few, newest first */
  messages: MessageHit[]
}

export interface SessionSearch {
  /** the newest session first */
  hits: SessionHit[]
  /** whether there are more than `limit` */
  hasMore: boolean
  /** sessions that were searched, and whether there are older ones that were not */
  searched: number
  isCut: boolean
}

/** There is no index of what is said: only this much is searched, the newest first. */
const MAX_SESSIONS = 100
const MAX_MESSAGES = 2_000
const MAX_UNITS = 4 * 1024 * 1024

const MESSAGES_PER_PAGE = 200

/** Shown of a session and of a message. */
const MESSAGES_PER_SESSION = 3
const MATCHES_PER_MESSAGE = 3

/**
 * The sessions whose title or messages contain a text, among the newest hundred that are not
 * archived and their newest 2,000 messages, of at most four million characters. Refuses
 * `invalid_input` for a text that is too short.
 */
export async function searchSessions(
  db: Database,
  { query, storeId, limit, signal }: SearchSessionsInput,
): Promise<SessionSearch> {
  const folded = checkedQuery(query)
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const sessions = await newestSessions(sql, { storeId, limit: MAX_SESSIONS + 1 })
  const shown = sessions.slice(0, MAX_SESSIONS)
  const found = new Map<number, MessageHit[]>()
  let isCut = sessions.length > MAX_SESSIONS
  let units = 0
  let messages = 0
  for await (const row of messagesOf(
    sql,
    shown.map(({ key }) => key),
  )) {
    messages += 1
    units += row.body.length
    if (messages > MAX_MESSAGES || units > MAX_UNITS) {
      isCut = true
      break
    }
    const hit = messageHit(row, folded)
    await maybeYield()
    const hits = found.get(row.sessionKey) ?? []
    if (hit && hits.length < MESSAGES_PER_SESSION) found.set(row.sessionKey, [...hits, hit])
  }
  const hits = shown.flatMap(({ key, id, title, createdAt }) => {
    const isTitleMatch = title !== null && containsFolded(title, folded)
    const said = found.get(key) ?? []
    if (!isTitleMatch && said.length === 0) return []
    return [{ sessionId: id, title, createdAt, isTitleMatch, messages: said }]
  })
  return { hits: hits.slice(0, limit), hasMore: hits.length > limit, searched: shown.length, isCut }
}

/** Yields the messages of these sessions, session by session, the newest first. */
async function* messagesOf(sql: Sql, keys: readonly number[]): AsyncGenerator<SaidRow> {
  for (const key of keys) {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const page = { sessionKey: key, before, limit: MESSAGES_PER_PAGE }
      const rows = await messagesBefore(sql, page)
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < MESSAGES_PER_PAGE) break
      before = last.sequence
    }
  }
}

function messageHit(row: SaidRow, folded: string): MessageHit | null {
  const body = bodyOf(row.body)
  const text =
    body.type === 'user.message'
      ? body.texts.join('\n')
      : body.type === 'agent.message'
        ? body.text
        : ''
  const matches = findMatches(text, folded, MATCHES_PER_MESSAGE)
  if (matches.length === 0) return null
  const by = body.type === 'user.message' ? 'person' : 'agent'
  return { eventId: row.id, by, createdAt: row.createdAt, matches }
}
