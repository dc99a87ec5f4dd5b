import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import type { Sql, WriteSql } from '@/lib/db/sql'
import {
  countMounts,
  mountNames,
  mountStem,
  type RenamedMounts,
  withRenamedMounts,
} from '@/lib/text/mount-name'
import { occurrences } from '@/lib/text/occurrences'
import { withoutCutText } from '@/lib/text/title-of'
import { inOneLine, withoutText } from '@/lib/text/without-text'
import { CONVERSATION_COLUMNS, type TextColumn } from '../model/text-columns'
import {
  attachedStores,
  type ConversationRow,
  countUnread,
  endsOfRequests,
  lockSession,
  noteRedaction,
  type OfConversation,
  renameActor,
  sessionOfKey,
  sessionsWith,
  setValue,
  valuesWith,
} from './sql/conversations'
import { mapTexts, redactedValue, writtenAs } from './text-values'

/** Redacts texts in sessions: finds them, removes them, and makes runs reload their log. */

/** Occurrences of a text in one column of sessions. */
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

const ROWS_AT_ONCE = 200

/** Everything found of a text in sessions. */
export interface FoundInConversations {
  hits: ConversationHit[]
  /** the keys of the sessions */
  sessions: number[]
}

/**
 * Finds a text in sessions, and in what we derived from it: the directory of a store that is named
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
    const written = writtenAs(text, textColumn.format)
    const holding = new Set(await sessionsWith(sql, textColumn, written, storeIds))
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

const NAME = { table: 'session_stores', column: 'name' } satisfies OfConversation
const MOUNT_NAME = { table: 'session_stores', column: 'mount_name' } satisfies OfConversation
const BODY = { table: 'session_events', column: 'body' } satisfies OfConversation
const TITLE = { table: 'sessions', column: 'title' } satisfies OfConversation

/** The mounts that derive from a text, by the keys of the sessions that have them. */
async function mountsNamedBy(
  sql: Sql,
  text: string,
  storeIds: readonly string[] | undefined,
): Promise<Map<number, RenamedMounts>> {
  const mounts = new Map<number, RenamedMounts>()
  for (const sessionKey of await sessionsWith(sql, NAME, text, storeIds)) {
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
    if (!(await lockSession(tx, sessionKey))) return 0
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
        await setValue(tx, textColumn, sessionKey, { key: row.key, value })
        rewritten++
      }
    }
    if (rewritten === 0) return 0
    await clearHashes(tx, sessionKey)
    await noteRedaction(tx, sessionKey)
    tx.touchSession(sessionKey)
    return rewritten
  })
}

/** Timeout for a run to reload its log; after that the receipt reports it. Milliseconds. */
const TIMEOUT_MS = 20_000

const POLL_INTERVAL_MS = 50

/**
 * Waits until every run, in any process, has reloaded what redactions rewrote; each drops its work
 * in progress. Returns how many have not done so in time.
 */
export async function runsHaveReloaded(db: Database, signal: AbortSignal): Promise<number> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const count = await countUnread(db.read)
    if (count === 0 || Date.now() > deadline) return count
    await pause(POLL_INTERVAL_MS, undefined, { signal })
  }
}

/** A text, and the mounts that derive from it. */
interface Derived {
  text: string
  mounts: RenamedMounts
}

function countIn(value: string, { format }: TextColumn, { text, mounts }: Derived): number {
  let count = 0
  mapTexts(value, format, (each) => {
    count += occurrences(each, text).length + countMounts(each, mounts)
    return each
  })
  return count
}

/** The values of a session that may contain a text, or a mount that derives from it. */
async function* rowsOf(
  sql: Sql,
  textColumn: TextColumn,
  { text, mounts }: Derived,
  sessionKey: number,
): AsyncGenerator<ConversationRow> {
  const written = [text, ...mounts.keys()].map((each) => writtenAs(each, textColumn.format))
  for (let after = -1; ;) {
    const page = { sessionKey, after, limit: ROWS_AT_ONCE }
    const rows = await valuesWith(sql, textColumn, written, page)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return
    after = last.key
  }
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
    await setValue(tx, MOUNT_NAME, sessionKey, { key: position, value: mount })
  }
  return { rewritten: positions.size, renamed }
}

/** The directories of a session's stores that change, by their stores' positions and by name. */
async function renamedMounts(
  sql: Sql,
  sessionKey: number,
  { text, replacement }: Redaction,
): Promise<{ positions: Map<number, string>; renamed: RenamedMounts }> {
  const stores = await attachedStores(sql, sessionKey)
  const isAffected = ({ name, mountName }: (typeof stores)[number]) =>
    name.includes(text) || mountName.includes(text)
  const positions = new Map<number, string>()
  const renamed = new Map<string, string>()
  const instead = inOneLine(replacement)
  const bases = stores.map((store) => {
    if (!isAffected(store)) return store.mountName
    const made = mountStem(withoutText(store.name, text, instead))
    return made.includes(text) ? withoutMount(made, text) : made
  })
  const mounts = mountNames(bases)
  if (!stores.some(isAffected)) return { positions, renamed }
  for (const [index, { position, mountName: before }] of stores.entries()) {
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
  await setValue(tx, TITLE, sessionKey, { key: sessionKey, value: after })
  // What a session writes is shown under its title.
  await renameActor(tx, id, { from: before, to: after })
  return 1
}

async function cutTitle(
  sql: Sql,
  sessionKey: number,
  { text, replacement }: Redaction,
): Promise<{ id: string; before: string; after: string } | null> {
  const session = await sessionOfKey(sql, sessionKey)
  if (typeof session?.title !== 'string') return null
  const after = withoutCutText(session.title, text, inOneLine(replacement))
  return after === null ? null : { id: session.id, before: session.title, after }
}

/**
 * A directory's name without the text: a hyphen replaces it, or a different name if that would form
 * the text again.
 */
function withoutMount(mount: string, text: string): string {
  const made = mountStem(mount.replaceAll(text, '-'))
  return made.includes(text) ? 'm' : made
}

/** Clears the hashes of requests that contained the text: a short one could be guessed from them. */
async function clearHashes(tx: WriteSql, sessionKey: number): Promise<void> {
  for (const { sequence: key, body } of await endsOfRequests(tx, sessionKey)) {
    const value = mapTexts(body, { json: ['request.sha256'] }, () => '')
    if (value !== body) await setValue(tx, BODY, sessionKey, { key, value })
  }
}
