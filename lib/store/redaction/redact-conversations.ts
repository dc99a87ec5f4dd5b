import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import {
  countMounts,
  mountNames,
  type RenamedMounts,
  withRenamedMounts,
} from '@/lib/text/mount-name'
import { occurrences } from '@/lib/text/occurrences'
import { withoutCutText } from '@/lib/text/title-of'
import { inOneLine, withoutText } from '@/lib/text/without-text'
import { TEXT_COLUMNS, type ConversationColumn } from '../model/tables'
import { mapTexts, redactedValue, writtenAs } from './text-values'

/** Redacts texts in sessions: finds them, removes them, and makes runs reload their log. */

/** Where a text occurs in sessions, per column. */
export interface ConversationHit {
  table: string
  column: string
  /** values that contain it */
  values: number
  /** how often it occurs there */
  count: number
}

interface Redaction {
  text: string
  replacement: string
}

const CONVERSATION_COLUMNS = TEXT_COLUMNS.filter(
  (textColumn) => textColumn.holds === 'conversation',
)

/** Per table, the columns that identify a row and its session. */
const ROWS: Record<string, { key: string; session: string }> = {
  sessions: { key: 'key', session: 'key' },
  session_stores: { key: 'position', session: 'session_key' },
  session_events: { key: 'sequence', session: 'session_key' },
  queued_messages: { key: 'key', session: 'session_key' },
}

const ROWS_AT_ONCE = 200

/** What was found of a text in sessions. */
export interface FoundInConversations {
  hits: ConversationHit[]
  /** the keys of the sessions */
  sessions: number[]
}

/**
 * Where a text occurs in sessions, or what we derived from it: the directory of a store that is named
 * by it, and a title that was cut within it. `storeIds`: only sessions with one of these stores
 * attached; left out: all.
 */
export async function findInConversations(
  sql: Sql,
  text: string,
  storeIds: readonly string[] | undefined,
  maybeYield: () => Promise<void>,
): Promise<FoundInConversations> {
  const hits: ConversationHit[] = []
  const sessions = new Set<number>()
  const named = await mountsNamedBy(sql, text, storeIds)
  for (const textColumn of CONVERSATION_COLUMNS) {
    const found = { table: textColumn.table, column: textColumn.column, values: 0, count: 0 }
    const note = (sessionKey: number, count: number) => {
      if (count === 0) return
      found.values++
      found.count += count
      sessions.add(sessionKey)
    }
    const holding = new Set(await sessionsWith(sql, textColumn, text, storeIds))
    for (const sessionKey of new Set([...holding, ...named.keys()])) {
      const derived = { text, mounts: named.get(sessionKey) ?? new Map<string, string>() }
      for await (const row of rowsOf(sql, textColumn, derived, sessionKey)) {
        note(sessionKey, countIn(row.value, textColumn, derived))
        await maybeYield()
      }
    }
    if (textColumn.column === 'title') {
      for (const sessionKey of sessions) {
        if (await cutTitle(sql, sessionKey, { text, replacement: '' })) note(sessionKey, 1)
      }
    }
    if (found.values > 0) hits.push(found)
  }
  return { hits, sessions: [...sessions] }
}

/** The mounts that derive from a text, by the keys of the sessions that have them. */
async function mountsNamedBy(
  sql: Sql,
  text: string,
  storeIds: readonly string[] | undefined,
): Promise<Map<number, RenamedMounts>> {
  const mounts = new Map<number, RenamedMounts>()
  const column = { table: 'session_stores', column: 'name', format: 'line' } as const
  for (const sessionKey of await sessionsWith(sql, column, text, storeIds)) {
    const { renamed } = await renamedMounts(sql, sessionKey, { text, replacement: '' })
    // One that holds the text itself is found as such.
    const derived = [...renamed].filter(([before]) => !before.includes(text))
    if (derived.length > 0) mounts.set(sessionKey, new Map(derived))
  }
  return mounts
}

/**
 * Removes a text from a session, in the transaction that reads it; returns how many values were
 * rewritten. The session's run reloads its log before using it again.
 */
export async function rewriteSession(
  db: Database,
  sessionKey: number,
  redaction: Redaction,
): Promise<number> {
  return db.write(async (tx) => {
    const session = await tx.get(`SELECT key FROM sessions WHERE key = ? ${tx.forUpdate}`, [
      sessionKey,
    ])
    if (!session) return 0
    const { text } = redaction
    const { rewritten: inMounts, renamed: mounts } = await rewriteMounts(tx, sessionKey, redaction)
    let rewritten = inMounts + (await rewriteCutTitle(tx, sessionKey, redaction))
    for (const textColumn of CONVERSATION_COLUMNS) {
      if (textColumn.format === 'mount') continue
      const { format } = textColumn
      for await (const row of rowsOf(tx, textColumn, { text, mounts }, sessionKey)) {
        const moved = mapTexts(row.value, format, (each) => withRenamedMounts(each, mounts))
        const value = redactedValue(moved, format, redaction)
        if (value === row.value) continue
        await writeValue(tx, textColumn, sessionKey, row.row_key, value)
        rewritten++
      }
    }
    if (rewritten === 0) return 0
    await clearHashes(tx, sessionKey)
    await tx.run(
      'UPDATE sessions SET redactions = redactions + 1, revision = revision + 1 WHERE key = ?',
      [sessionKey],
    )
    tx.touchSession(sessionKey)
    return rewritten
  })
}

/** How long to wait for a run to reload its log; after that the receipt reports it. */
const TIMEOUT_MS = 20_000

const POLL_INTERVAL_MS = 50

/**
 * Waits until every run, in any process, has reloaded what redactions rewrote; each drops its work
 * in progress. Returns how many have not done so in time.
 */
export async function runsHaveReloaded(db: Database, signal: AbortSignal): Promise<number> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const row = await db.read.get<{ count: number }>(
      `SELECT count(*) AS count FROM sessions
       WHERE runner IS NOT NULL AND redactions_read < redactions`,
    )
    const count = row?.count ?? 0
    if (count === 0 || Date.now() > deadline) return count
    await pause(POLL_INTERVAL_MS, undefined, { signal })
  }
}

/** A text, and the mounts that derive from it. */
interface Derived {
  text: string
  mounts: RenamedMounts
}

function countIn(value: string, { format }: ConversationColumn, { text, mounts }: Derived): number {
  let count = 0
  mapTexts(value, format, (each) => {
    count += occurrences(each, text).length + countMounts(each, mounts)
    return each
  })
  return count
}

async function sessionsWith(
  sql: Sql,
  textColumn: { table: string; column: string; format: ConversationColumn['format'] },
  text: string,
  storeIds: readonly string[] | undefined,
): Promise<number[]> {
  const { table, column } = textColumn
  const { session } = ROWS[table] ?? {}
  const ofStores = storeIds
    ? ` AND ${session} IN (SELECT a.session_key FROM session_stores a
         WHERE a.store_id IN (${storeIds.map(() => '?').join(', ')}))`
    : ''
  const written = writtenAs(text, textColumn.format)
  const rows = await sql.all<{ session_key: number }>(
    `SELECT DISTINCT ${session} AS session_key FROM ${table}
     WHERE replace(${column}, ?, '') <> ${column}${ofStores} ORDER BY 1`,
    [written, ...(storeIds ?? [])],
  )
  return rows.map((row) => row.session_key)
}

interface Row {
  row_key: number
  value: string
}

/** The values of a session that may contain a text, or a mount that derives from it. */
async function* rowsOf(
  sql: Sql,
  textColumn: ConversationColumn,
  { text, mounts }: Derived,
  sessionKey: number,
): AsyncGenerator<Row> {
  const { table, column, format } = textColumn
  const { key, session } = ROWS[table] ?? {}
  const written = [text, ...mounts.keys()].map((each) => writtenAs(each, format))
  const holds = written.map(() => `replace(${column}, ?, '') <> ${column}`).join(' OR ')
  for (let after = -1; ;) {
    const rows = await sql.all<Row>(
      `SELECT ${key} AS row_key, ${column} AS value FROM ${table}
       WHERE ${session} = ? AND ${key} > ? AND (${holds})
       ORDER BY ${key} LIMIT ?`,
      [sessionKey, after, ...written, ROWS_AT_ONCE],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.row_key
  }
}

async function writeValue(
  tx: WriteSql,
  textColumn: { table: string; column: string },
  sessionKey: number,
  rowKey: number,
  value: SqlValue,
): Promise<void> {
  const { key, session } = ROWS[textColumn.table] ?? {}
  await tx.run(
    `UPDATE ${textColumn.table} SET ${textColumn.column} = ? WHERE ${session} = ? AND ${key} = ?`,
    [value, sessionKey, rowKey],
  )
}

/**
 * The directories of attached stores derive from their names: those of changed names, and those
 * that contain the text, are recomputed. Returns how many held it or derived from it, and what each
 * became.
 */
async function rewriteMounts(
  tx: WriteSql,
  sessionKey: number,
  redaction: Redaction,
): Promise<{ rewritten: number; renamed: RenamedMounts }> {
  const { positions, renamed } = await renamedMounts(tx, sessionKey, redaction)
  for (const [position, mount] of positions) {
    const column = { table: 'session_stores', column: 'mount_name' }
    await writeValue(tx, column, sessionKey, position, mount)
  }
  return { rewritten: positions.size, renamed }
}

/** The directories of a session's stores that change, by their stores' positions and by name. */
async function renamedMounts(
  sql: Sql,
  sessionKey: number,
  { text, replacement }: Redaction,
): Promise<{ positions: Map<number, string>; renamed: RenamedMounts }> {
  const stores = await sql.all<{ position: number; name: string; mount_name: string }>(
    'SELECT position, name, mount_name FROM session_stores WHERE session_key = ? ORDER BY position',
    [sessionKey],
  )
  const isAffected = ({ name, mount_name }: (typeof stores)[number]) =>
    name.includes(text) || mount_name.includes(text)
  const positions = new Map<number, string>()
  const renamed = new Map<string, string>()
  const instead = inOneLine(replacement)
  const bases = stores.map((store) => {
    if (!isAffected(store)) return store.mount_name
    const made = mountNames([withoutText(store.name, text, instead)])[0] ?? ''
    return made.includes(text) ? withoutMount(made, text) : made
  })
  const mounts = mountNames(bases)
  if (!stores.some(isAffected)) return { positions, renamed }
  for (const [index, { position, mount_name: before }] of stores.entries()) {
    const after = mounts[index] ?? ''
    if (after === before) continue
    positions.set(position, after)
    renamed.set(before, after)
  }
  return { positions, renamed }
}

/** A session is named by its first message, cut short: possibly within the text. */
async function rewriteCutTitle(
  tx: WriteSql,
  sessionKey: number,
  redaction: Redaction,
): Promise<number> {
  const cut = await cutTitle(tx, sessionKey, redaction)
  if (!cut) return 0
  const { id, before, after } = cut
  await writeValue(tx, { table: 'sessions', column: 'title' }, sessionKey, sessionKey, after)
  // What a session writes is shown under its title.
  await tx.run('UPDATE actors SET name = ? WHERE id = ? AND name = ?', [after, id, before])
  return 1
}

async function cutTitle(
  sql: Sql,
  sessionKey: number,
  { text, replacement }: Redaction,
): Promise<{ id: string; before: string; after: string } | null> {
  const session = await sql.get<{ id: string; title: string | null }>(
    'SELECT id, title FROM sessions WHERE key = ?',
    [sessionKey],
  )
  if (typeof session?.title !== 'string') return null
  const after = withoutCutText(session.title, text, inOneLine(replacement))
  return after === null ? null : { id: session.id, before: session.title, after }
}

/**
 * A directory's name without the text: a hyphen replaces it, or a different name if that would form
 * the text again.
 */
function withoutMount(mount: string, text: string): string {
  const [made = ''] = mountNames([mount.replaceAll(text, '-')])
  return made.includes(text) ? 'm' : made
}

/** Clears the hashes of requests that contained the text: a short one could be guessed from them. */
async function clearHashes(tx: WriteSql, sessionKey: number): Promise<void> {
  const rows = await tx.all<{ id: string; body: string }>(
    `SELECT id, body FROM session_events WHERE session_key = ? AND type = 'span.model_request_end'`,
    [sessionKey],
  )
  for (const { id, body } of rows) {
    const event = JSON.parse(body) as { request?: { sha256: string } | null }
    if (!event.request?.sha256) continue
    event.request.sha256 = ''
    await tx.run('UPDATE session_events SET body = ? WHERE id = ?', [JSON.stringify(event), id])
  }
}
