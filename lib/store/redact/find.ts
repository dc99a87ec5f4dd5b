import { db, padded } from '@/lib/db'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { sha256Hex } from '@/lib/text/content'
import { isId } from '@/lib/text/ids'
import { groupedBy } from '@/lib/text/lists'
import { checkContent, invalidInput, storeNotFound } from '../model/problems'
import { type Place, PLACES, rowsIn, type Scope } from './places'
import { spellingsOf } from './spellings'
import { type Key, lookedThrough, valuesOf } from './sql'
import { holdsAny, inJson, mapJson } from './values'

/** A version whose content or path has the text. */
export interface FoundVersion {
  id: string
  storeId: string
  memoryId: string
  sequence: number
}

/** A live memory that has it now. */
export interface FoundHead {
  id: string
  storeId: string
}

/** A row elsewhere, and its columns that have it. */
export interface FoundRow {
  place: Place
  key: Key
  columns: string[]
}

export interface Found {
  heads: FoundHead[]
  /** oldest first in each store, heads among them */
  versions: FoundVersion[]
  rows: FoundRow[]
}

export interface Find {
  texts: readonly string[]
  /** exactly these stores; everything unless given */
  storeIds?: readonly string[] | undefined
  /** for a caller that leaves; rejects with its reason */
  signal?: AbortSignal | undefined
}

const MIN_CHARACTERS = 3
const MAX_CHARACTERS = 10_000
const ROWS_A_STATEMENT = 200

/** Refuses `invalid_input` for a text that cannot be redacted. */
export function checkText(text: string): void {
  checkContent(text, 'text')
  if ([...text.trim()].length < MIN_CHARACTERS) {
    const words = `must have at least ${MIN_CHARACTERS} characters that are no spaces`
    throw invalidInput('text', words, { rule: 'too_few_characters', minimum: MIN_CHARACTERS })
  }
  if (text.length > MAX_CHARACTERS) {
    const words = `must have at most ${MAX_CHARACTERS.toLocaleString('en')} characters`
    throw invalidInput('text', words, { rule: 'too_many_characters', maximum: MAX_CHARACTERS })
  }
}

/**
 * Everywhere that a text stands, in any of these spellings, upper and lower case apart. Looks through some
 * hundred rows a statement.
 */
export async function findEverywhere(find: Find): Promise<Found> {
  const { storeIds } = find
  const found: Found = { heads: [], versions: [], rows: [] }
  const writers = { actorIds: new Set<string>(), sessionIds: new Set<string>() }
  const within: Scope = storeIds ? { storeIds, actorIds: [], sessionIds: [] } : null
  await findHeads(find, within, found)
  await findVersions(find, within, found, writers)
  const scope = storeIds && {
    storeIds,
    actorIds: [...writers.actorIds],
    sessionIds: [...writers.sessionIds],
  }
  for (const place of PLACES) {
    found.rows = found.rows.concat(await findRows(find, place, scope ?? null))
  }
  return found
}

/** Those of these stores that are there. */
export async function storesThere(ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(ids, (some) =>
    db.store.findMany({ where: { id: { in: some } }, select: { id: true } }),
  )
  return rows.map(({ id }) => id)
}

/** Refuses `store_not_found`. */
export async function checkStores(ids: readonly string[] = []): Promise<void> {
  const there = await storesThere(ids)
  const missing = ids.find((id) => !there.includes(id))
  if (missing !== undefined) throw storeNotFound(missing)
}

/** The pages of a table, each row with what its columns may have. */
const pages = (
  { signal }: Find,
  page: Omit<Parameters<typeof lookedThrough>[0], 'after' | 'limit'>,
) =>
  pagesOf(
    ROWS_A_STATEMENT,
    (last: Awaited<ReturnType<typeof lookedThrough>>[number] | undefined, limit) => {
      const after = last ? page.key.map((name) => last[name] ?? null) : null
      return lookedThrough({ ...page, after, limit })
    },
    signal,
  )

const inBoth = (texts: readonly string[]) =>
  ['content', 'path'].map((name) => ({ name, needles: texts }))

const hasAny = (row: Record<string, unknown>) =>
  Number(row['has content']) + Number(row['has path']) > 0

async function findHeads(find: Find, scope: Scope, found: Found): Promise<void> {
  const all = pages(find, {
    table: 'Memory',
    key: ['id'],
    besides: ['storeId'],
    where: rowsIn('Memory', scope),
    columns: inBoth(find.texts),
  })
  for await (const rows of all) {
    for (const row of rows.filter(hasAny)) {
      found.heads.push({ id: String(row.id), storeId: String(row.storeId) })
    }
  }
}

async function findVersions(
  find: Find,
  scope: Scope,
  found: Found,
  writers: { actorIds: Set<string>; sessionIds: Set<string> },
): Promise<void> {
  const all = pages(find, {
    table: 'Version',
    key: ['storeId', 'sequence'],
    besides: ['id', 'memoryId', 'actorId', 'sessionId'],
    where: rowsIn('Version', scope),
    columns: inBoth(find.texts),
  })
  for await (const rows of all) {
    for (const row of rows) {
      writers.actorIds.add(String(row.actorId))
      if (row.sessionId != null) writers.sessionIds.add(String(row.sessionId))
      if (!hasAny(row)) continue
      found.versions.push({
        id: String(row.id),
        storeId: String(row.storeId),
        memoryId: String(row.memoryId),
        sequence: Number(row.sequence),
      })
    }
  }
}

async function findRows(find: Find, place: Place, scope: Scope): Promise<FoundRow[]> {
  const { texts } = find
  const { table, key, columns } = place
  const all = pages(find, {
    table,
    key,
    where: rowsIn(table, scope),
    columns: columns.map(({ name, holds }) => ({
      name,
      needles: holds === 'json' ? texts.map(inJson) : texts,
    })),
  })
  const found: FoundRow[] = []
  for await (const rows of all) {
    for (const row of rows) {
      const may = columns.filter(({ name }) => Number(row[`has ${name}`]) > 0)
      if (may.length === 0) continue
      const values = key.map((name) => row[name] ?? null)
      const is = may.some(isUnsure) ? await confirmed(place, values, may, texts) : may
      if (is.length > 0) found.push({ place, key: values, columns: is.map(({ name }) => name) })
    }
  }
  return found
}

type PlaceColumn = Place['columns'][number]

/** A text may be found in JSON across two of its values, or in a word or an id of ours. */
const isUnsure = ({ name, holds }: PlaceColumn) => holds === 'json' || name === 'sessionId'

async function confirmed(
  { table, key }: Place,
  values: Key,
  columns: readonly PlaceColumn[],
  texts: readonly string[],
): Promise<readonly PlaceColumn[]> {
  const names = columns.map(({ name }) => name)
  const row = await valuesOf(db, { table, key, values }, names)
  const emptied = (text: string) => (holdsAny(text, texts) ? '' : text)
  return columns.filter(({ name, holds }) => {
    const value = row?.[name]
    if (value == null) return false
    if (holds === 'json') return mapJson(value, emptied, isFree(table, name)) !== null
    // By an id rows are joined; whatever else names a session, its caller made up.
    return name !== 'sessionId' || !(value.startsWith('sesn_') && isId(value))
  })
}

/** All of it is somebody's, names of fields too. */
export const isFree = (table: string, column: string): boolean =>
  column === 'metadata' && (table === 'Store' || table === 'Session')

/** A kind of place where a text stands: `memory`, `version`, a table's column. */
export interface PlaceCount {
  place: string
  count: number
}

/** How many places of each kind: live memories, versions with heads among them, rows of each column. */
export function countsOf({ heads, versions, rows }: Found): PlaceCount[] {
  const columns = groupedBy(
    rows.flatMap(({ place, columns: names }) => names.map((name) => `${place.table}.${name}`)),
    (name) => name,
  )
  const counts = [
    { place: 'memory', count: heads.length },
    { place: 'version', count: versions.length },
    ...[...columns].map(([place, same]) => ({ place, count: same.length })),
  ]
  return counts.filter(({ count }) => count > 0)
}

/** SHA-256 of where texts stand: another one as soon as a place is new, or gone. */
export function hashOfPlaces({ heads, versions, rows }: Found): string {
  const ids = [heads, versions].map((found) => found.map(({ id }) => id))
  const keys = rows.map(({ place, key, columns }) => [place.table, key.map(String), columns])
  return sha256Hex(JSON.stringify([ids, keys]))
}

export const isNothing = (found: Found): boolean => countsOf(found).length === 0

/** A memory that has a text, in how many of its versions. */
export interface MemoryHit {
  kind: 'memory'
  storeId: string
  memoryId: string
  /** where it is, or was until it was deleted; null: that was redacted */
  path: string | null
  isDeleted: boolean
  isNow: boolean
  versions: number
}

/** Where a text stands: a memory with its versions, or a column. */
export type TextHit = MemoryHit | { kind: 'column'; place: string; rows: number }

export interface TextFound {
  counts: PlaceCount[]
  /** one page: memories first, and of these the ones that have it now */
  hits: TextHit[]
  total: number
  /** of all places; for the redaction of what was shown */
  hash: string
}

/**
 * Where a text stands, everything counted and a page of it listed, but for stores of which nobody sees
 * anything: they are being deleted, or copied. Refuses `invalid_input`, `store_not_found`.
 */
export async function findText(asked: {
  text: string
  /** other spellings of it that go with it */
  also?: readonly string[]
  storeIds?: readonly string[] | undefined
  limit: number
  skip?: number
  signal?: AbortSignal | undefined
}): Promise<TextFound> {
  const { text, also = [], skip = 0, limit, ...find } = asked
  const texts = [text, ...also]
  for (const each of texts) checkText(each)
  await checkStores(find.storeIds)
  const everywhere = await findEverywhere({ ...find, texts })
  const found = await seen(everywhere)
  const counts = countsOf(found)
  const now = new Set(found.heads.map(({ id }) => id))
  const memories = [...groupedBy(found.versions, ({ memoryId }) => memoryId)].toSorted(
    ([one], [other]) => Number(now.has(other)) - Number(now.has(one)),
  )
  const columns = counts.filter(({ place }) => place.includes('.'))
  const some = memories.slice(skip, skip + limit)
  const last = await lastOf(some.map(([id]) => id))
  const hits = some.map(([memoryId, versions]): TextHit => ({
    kind: 'memory',
    storeId: versions[0]?.storeId ?? '',
    memoryId,
    path: last.get(memoryId)?.path ?? null,
    isDeleted: last.get(memoryId)?.operation === 'deleted',
    isNow: now.has(memoryId),
    versions: versions.length,
  }))
  const from = Math.max(0, skip - memories.length)
  const rest = columns.slice(from, from + limit - hits.length)
  hits.push(...rest.map(({ place, count }): TextHit => ({ kind: 'column', place, rows: count })))
  const total = memories.length + columns.length
  return { counts, hits, total, hash: hashOfPlaces(everywhere) }
}

async function seen(found: Found): Promise<Found> {
  const hidden = { where: { deletedAt: { not: null } }, select: { id: true } }
  const ids = new Set((await db.store.findMany(hidden)).map(({ id }) => id))
  const isSeen = ({ storeId }: { storeId: string }) => !ids.has(storeId)
  return { ...found, heads: found.heads.filter(isSeen), versions: found.versions.filter(isSeen) }
}

/** The last versions of memories: that of a deletion knows where they were. */
async function lastOf(memoryIds: readonly string[]) {
  const select = { memoryId: true, path: true, operation: true } as const
  const rows = await rowsOf(memoryIds, (some) =>
    db.version.findMany({ where: { memoryId: { in: some }, untilSequence: null }, select }),
  )
  return new Map(rows.map((last) => [last.memoryId, last]))
}

/** Which other spellings of a text stand somewhere, and how many places each has. Refuses as `findText`. */
export async function findSpellings(asked: {
  text: string
  storeIds?: readonly string[] | undefined
  signal?: AbortSignal | undefined
}): Promise<{ text: string; counts: PlaceCount[] }[]> {
  const { text, ...find } = asked
  checkText(text)
  await checkStores(find.storeIds)
  const found: { text: string; counts: PlaceCount[] }[] = []
  const spellings = spellingsOf(text)
  // Most often there is none, and one look says so.
  if (spellings.length === 0) return []
  if (isNothing(await findEverywhere({ ...find, texts: spellings }))) return []
  for (const spelling of spellings) {
    const counts = countsOf(await findEverywhere({ ...find, texts: [spelling] }))
    if (counts.length > 0) found.push({ text: spelling, counts })
  }
  return found
}

/**
 * These stores and the copies that were made of them, and of those, whatever their depth. `madeSince`: only
 * those that were begun since, or are not whole yet.
 */
export async function withCopies(storeIds: readonly string[], madeSince?: Date): Promise<string[]> {
  const all = new Set(storeIds)
  for (let last: readonly string[] = storeIds; last.length > 0;) {
    const copies = await db.store.findMany({
      where: {
        copiedFromId: { in: padded(last) },
        ...(madeSince && {
          OR: [{ createdAt: { gte: madeSince } }, { deletedAt: { not: null } }],
        }),
      },
      select: { id: true },
    })
    last = copies.flatMap(({ id }) => (all.has(id) ? [] : id))
    for (const id of last) all.add(id)
  }
  return [...all]
}
