import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { checkedQuery } from '@/lib/store/search-store'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { turns } from '@/lib/turns'
import type { SessionEventBody } from './session-event'

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

/** Something said in a session that contains the text. */
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

interface MessageRow {
  session_key: number
  sequence: number
  id: string
  created_at: number
  body: string
}

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
  const sessions = await newestSessions(sql, storeId)
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
    const hits = found.get(row.session_key) ?? []
    if (hit && hits.length < MESSAGES_PER_SESSION) found.set(row.session_key, [...hits, hit])
  }
  const hits = shown.flatMap(({ key, id, title, created_at }) => {
    const isTitleMatch = title !== null && containsFolded(title, folded)
    const said = found.get(key) ?? []
    if (!isTitleMatch && said.length === 0) return []
    return [{ sessionId: id, title, createdAt: created_at, isTitleMatch, messages: said }]
  })
  return { hits: hits.slice(0, limit), hasMore: hits.length > limit, searched: shown.length, isCut }
}

async function newestSessions(
  sql: BulkSql,
  storeId: string | undefined,
): Promise<{ key: number; id: string; title: string | null; created_at: number }[]> {
  const ofStore = 'AND key IN (SELECT session_key FROM session_stores WHERE store_id = ?)'
  return sql.all(
    `SELECT key, id, title, created_at FROM sessions
     WHERE archived_at IS NULL ${storeId === undefined ? '' : ofStore} ORDER BY key DESC LIMIT ?`,
    [...(storeId === undefined ? [] : [storeId]), MAX_SESSIONS + 1],
  )
}

/** What was said in these sessions, session by session, the newest first. */
async function* messagesOf(sql: BulkSql, keys: readonly number[]): AsyncGenerator<MessageRow> {
  for (const key of keys) {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const rows = await sql.all<MessageRow>(
        `SELECT session_key, sequence, id, created_at, body FROM session_events
         WHERE session_key = ? AND sequence < ? AND type IN ('user.message', 'agent.message')
         ORDER BY sequence DESC LIMIT ?`,
        [key, before, MESSAGES_PER_PAGE],
      )
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < MESSAGES_PER_PAGE) break
      before = last.sequence
    }
  }
}

function messageHit(row: MessageRow, folded: string): MessageHit | null {
  const body = JSON.parse(row.body) as SessionEventBody
  const text =
    body.type === 'user.message'
      ? body.texts.join('\n')
      : body.type === 'agent.message'
        ? body.text
        : ''
  const matches = findMatches(text, folded, MATCHES_PER_MESSAGE)
  if (matches.length === 0) return null
  const by = body.type === 'user.message' ? 'person' : 'agent'
  return { eventId: row.id, by, createdAt: row.created_at, matches }
}
