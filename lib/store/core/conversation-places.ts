import type { Database } from '@/lib/db/database'
import { occurrences } from '@/lib/text/occurrences'
import { TEXT_PLACES } from './text-places'

/**
 * Texts in what sessions hold. Most of it is JSON, in which a text is written with escapes and a
 * search of the bytes could find what is not there: so each value is taken apart.
 */

/** Where a text stands in sessions, a column at a time. */
export interface ConversationPlace {
  table: string
  column: string
  count: number
}

interface Row {
  row_key: number | string
  session_key: number
  value: string
}

const PLACES = TEXT_PLACES.filter((place) => place.holds === 'conversation')

/** What tells the rows of a table apart. */
const ROW_KEYS: Record<string, string> = {
  sessions: 'key',
  session_stores: `session_key || ' ' || position`,
  session_events: 'id',
  queued_messages: 'id',
}

/** Columns that hold plain text and no JSON. */
const PLAIN: ReadonlySet<string> = new Set(['title', 'name', 'description', 'instructions'])

const ROWS_AT_ONCE = 500

/** `storeIds`: only sessions that one of these is attached to; left out: all. */
export async function findInConversations(
  db: Database,
  text: string,
  storeIds: readonly string[] | undefined,
): Promise<ConversationPlace[]> {
  const found: ConversationPlace[] = []
  for (const place of PLACES) {
    let count = 0
    for await (const row of rowsOf(db, place, text, storeIds)) {
      const { column } = place
      mapTexts(row.value, column, (each) => {
        count += occurrences(each, text).length
        return each
      })
    }
    if (count > 0) found.push({ table: place.table, column: place.column, count })
  }
  return found
}

/** Replaces a text wherever sessions hold it; answers how many values were rewritten. */
export async function rewriteConversations(
  db: Database,
  input: { text: string; replacement: string; storeIds?: readonly string[] | undefined },
): Promise<number> {
  let rewritten = 0
  const sessions = new Set<number>()
  for (const place of PLACES) {
    for await (const row of rowsOf(db, place, input.text, input.storeIds)) {
      const value = mapTexts(row.value, place.column, (each) =>
        each.replaceAll(input.text, () => input.replacement),
      )
      if (value === row.value) continue
      sessions.add(row.session_key)
      rewritten += await db.write((tx) =>
        tx.run(`UPDATE ${place.table} SET ${place.column} = ? WHERE ${ROW_KEYS[place.table]} = ?`, [
          value,
          row.row_key,
        ]),
      )
    }
  }
  for (const sessionKey of sessions) await forgetHashes(db, sessionKey)
  return rewritten
}

/** The hashes of requests that held the text: a short one could be guessed by them. */
async function forgetHashes(db: Database, sessionKey: number): Promise<void> {
  const rows = await db.read.all<{ id: string; body: string }>(
    `SELECT id, body FROM session_events WHERE session_key = ? AND type = 'span.model_request_end'`,
    [sessionKey],
  )
  for (const { id, body } of rows) {
    const event = JSON.parse(body) as { request?: { sha256: string } | null }
    if (!event.request?.sha256) continue
    event.request.sha256 = ''
    await db.write((tx) =>
      tx.run('UPDATE session_events SET body = ? WHERE id = ?', [JSON.stringify(event), id]),
    )
  }
}

async function* rowsOf(
  db: Database,
  place: (typeof PLACES)[number],
  text: string,
  storeIds: readonly string[] | undefined,
): AsyncGenerator<Row> {
  if (place.holds !== 'conversation') return
  const { table, column, sessionKeyColumn } = place
  const ofStores = storeIds
    ? ` AND ${sessionKeyColumn} IN (SELECT a.session_key FROM session_stores a
         WHERE a.store_id IN (${storeIds.map(() => '?').join(', ')}))`
    : ''
  const written = PLAIN.has(column) ? text : JSON.stringify(text).slice(1, -1)
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await db.read.all<Row>(
      `SELECT ${ROW_KEYS[table]} AS row_key, ${sessionKeyColumn} AS session_key, ${column} AS value FROM ${table}
       WHERE ${column} IS NOT NULL${ofStores} ORDER BY 1 LIMIT ? OFFSET ?`,
      [...(storeIds ?? []), ROWS_AT_ONCE, offset],
    )
    yield* rows.filter((row) => row.value.includes(written))
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** What of a session's settings is free text. */
const SETTINGS = [
  'instructions',
  'memoryPrompt',
  'onlyTopic',
  'context.compaction.instructions',
  'context.clearing.toolUses.excludeTools',
  'context.clearing.toolUses.clearToolInputs',
]

/** The fields that hold free text, as paths into the JSON; all else are words of closed sets and ids. */
const FREE: Record<string, readonly string[]> = {
  settings: SETTINGS,
  draft: ['text'],
  body: [
    'texts',
    'denyMessage',
    'text',
    'thinking',
    'input',
    'malformedInput',
    'content',
    'error.message',
    'stopReason.explanation',
    ...SETTINGS.map((path) => `settings.${path}`),
    'instructions',
    'summary',
    'restored.text',
    'restored.shownPath',
    'kept',
    'message',
    'block.content',
  ],
}

type Fields = Record<string, unknown>

/** The value with each of its texts mapped, and the names of fields where those are free as well. */
function mapTexts(value: string, column: string, map: (text: string) => string): string {
  if (PLAIN.has(column)) return map(value)
  const parsed = JSON.parse(value) as Fields
  const free = FREE[column]
  if (!free) return JSON.stringify(mapped(parsed, map))
  const { thinking: before, summary } = parsed
  for (const path of free) mapAt(parsed, path.split('.'), map)
  // What a model thought is signed: changed, it is not sent back.
  if (before !== parsed.thinking) parsed.signature = ''
  // A summary of the API's holds the text sealed as well: it goes back as our words instead.
  if (summary !== parsed.summary && parsed.block) parsed.block = null
  return JSON.stringify(parsed)
}

function mapAt(fields: Fields, path: readonly string[], map: (text: string) => string): void {
  const [name = '', ...rest] = path
  const value = fields[name]
  if (value === undefined) return
  if (rest.length === 0) fields[name] = mapped(value, map)
  else if (Array.isArray(value)) for (const each of value) mapAt(each as Fields, rest, map)
  else if (typeof value === 'object' && value !== null) mapAt(value as Fields, rest, map)
}

function mapped(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [map(name), mapped(each, map)]),
  )
}
