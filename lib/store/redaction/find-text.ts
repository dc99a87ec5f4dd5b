import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { utf8Bytes } from '@/lib/text/content'
import { chunked } from '@/lib/text/chunked'
import { foldForSearch } from '@/lib/text/fold'
import { occurrences } from '@/lib/text/occurrences'
import { spellingsOf } from '@/lib/text/spellings'
import { turns } from '@/lib/turns'
import { type ChainVersion, stretchesOf } from '../contents/chains'
import type { ChainMemory } from '../contents/sql/chains'
import { compressStore } from '../contents/compress-versions'
import type { Audience } from '../model/audience'
import { refuse } from '../model/problems'
import { candidateChanges, checkedQuery } from '../search/search-store'
import { checkContent } from '../model/check-input'
import { findStore } from '../write/store-transaction'
import { findInConversations } from './redact-conversations'
import { withBranches } from './redact-copies'
import { findInRemarks } from './redact-remarks'
import { MAX_CHANGES, memoriesNamed, memoriesOfChanges, storesById } from './sql/places'

/** A memory or column where exactly this text occurs. */
export type TextHit =
  | MemoryFound
  /**
   * for example a store's name, or the message of an imported commit; one column of a store, or of
   * rows without a store
   */
  | {
      kind: 'remark'
      table: string
      column: string
      storeId: string | null
      values: number
      count: number
    }
  /** what sessions said and did; one column */
  | { kind: 'conversation'; table: string; column: string; values: number; count: number }

/** A memory that contains the text, or did. */
export interface MemoryFound {
  kind: 'memory'
  storeId: string
  memoryId: string
  /** where it is, or was before it was deleted; null: redacted */
  path: string | null
  isDeleted: boolean
  /** whether its content or path contains it now */
  isNow: boolean
  /** how many of its versions contain it, including the head */
  versions: number
  /**
   * lengths of alternating runs of its versions, oldest first: without it, with it, without it, …
   */
  runs: number[]
  /** how often the text occurs in the newest of these, including its path */
  count: number
}

/** Counts of what a redaction would rewrite; its receipt has the same counts. */
export interface TextCounts {
  /** live memories whose content or path contains the text */
  memories: number
  /** versions whose content or path contains it, including heads */
  versions: number
  /** names, descriptions, messages, reports */
  remarks: number
  /** messages, calls and results of sessions, and remarks on these */
  conversations: number
}

export interface TextFound {
  counts: TextCounts
  /** first each memory, then remarks and conversations by column: one page */
  places: TextHit[]
  /** the total number */
  placeCount: number
  /** versions that may hold the text and are damaged: what they say is not known */
  unreadable: UnreadableVersion[]
}

export interface UnreadableVersion {
  storeId: string
  memoryId: string
  versionId: string
}

export interface FindTextInput {
  /** exactly this text, case-sensitive; at least three characters */
  text: string
  /** the stores to search, and with them their branches; left out: all, and what belongs to none */
  storeIds?: readonly string[] | undefined
  /** how many to list; left out: 100 */
  limit?: number | undefined
  /** how many to skip first */
  skip?: number | undefined
  /** aborts it when the caller leaves */
  signal?: AbortSignal | undefined
  /** who asks; people if left out */
  audience?: Audience | undefined
}

const USUAL_LIMIT = 100

/**
 * Finds where a text occurs: in memories and their versions, in paths, and in remarks and
 * conversations. Everything is counted, and a page of it listed. Refuses `invalid_input` for a text
 * that is too short, `store_not_found`, `redaction_forbidden`.
 */
export async function findText(db: Database, input: FindTextInput): Promise<TextFound> {
  const storeIds = input.storeIds && (await withBranches(db, input.storeIds))
  await refuseUnserved(db, { ...input, storeIds })
  const { skip = 0, limit = USUAL_LIMIT } = input
  const counts = { memories: 0, versions: 0, remarks: 0, conversations: 0 }
  const places: TextHit[] = []
  let placeCount = 0
  const note = (place: TextHit) => {
    if (placeCount >= skip && places.length < limit) places.push(place)
    placeCount++
  }
  const { memories, remarks, conversations, unreadable } = await findEverywhere(db, {
    ...input,
    storeIds,
  })
  for (const { found } of memories) {
    counts.memories += Number(found.isNow)
    counts.versions += found.versions
    note(found)
  }
  for (const place of remarks) {
    counts.remarks += place.values
    note({ kind: 'remark', ...place })
  }
  for (const place of conversations.hits) {
    counts.conversations += place.values
    note({ kind: 'conversation', ...place })
  }
  return { counts, places, placeCount, unreadable }
}

/**
 * Keeps agents from looking for a text, or redacting one, in stores with anything in quarantine:
 * that it occurs would tell them what is held back. Refuses `redaction_forbidden`,
 * `store_not_found`.
 */
export async function refuseUnserved(
  db: Database,
  { audience, storeIds = [] }: Pick<FindTextInput, 'audience' | 'storeIds'>,
): Promise<void> {
  if (audience !== 'agents') return
  for (const storeId of storeIds) {
    const { quarantinedCount: count } = await findStore(db.read, storeId)
    if (count > 0) refuse({ kind: 'redaction_forbidden' })
  }
}

/** A memory with hits, and its keys. */
export interface FoundMemory {
  storeKey: number
  memoryKey: number
  found: MemoryFound
}

/** Everything that `findText` reports, for a redaction. */
export interface FoundEverywhere {
  memories: FoundMemory[]
  remarks: Awaited<ReturnType<typeof findInRemarks>>
  conversations: Awaited<ReturnType<typeof findInConversations>>
  unreadable: UnreadableVersion[]
}

/** Refuses a text that cannot be searched for. */
export function checkText(text: string): void {
  checkContent(text, 'text')
  checkedQuery(text, 'text')
}

export async function findEverywhere(
  db: Database,
  input: Pick<FindTextInput, 'text' | 'storeIds' | 'signal'>,
): Promise<FoundEverywhere> {
  const { text, storeIds, signal } = input
  checkText(text)
  const bulk = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const stores = await storesOf(db, storeIds)
  const memories: FoundMemory[] = []
  const unreadable: UnreadableVersion[] = []
  for (const store of stores) {
    for await (const found of findInStore(db, bulk, store, { text, maybeYield, unreadable })) {
      memories.push(found)
    }
  }
  const keys = storeIds && stores.map(({ key }) => key)
  const remarks = await findInRemarks(bulk, text, keys)
  const conversations = await findInConversations(bulk, text, storeIds, maybeYield)
  return { memories, remarks, conversations, unreadable }
}

/** Occurrences of a text outside of some stores. */
export interface FoundElsewhere {
  /** versions, remarks and conversations that hold it */
  places: number
  /** the other stores whose memories or remarks do */
  storeIds: string[]
}

/**
 * Counts the occurrences of a text outside of these stores, and names the stores that hold it.
 * Refuses as `findText`.
 */
export async function findElsewhere(
  db: Database,
  { text, storeIds, signal }: { text: string; storeIds: readonly string[]; signal?: AbortSignal },
): Promise<FoundElsewhere> {
  checkText(text)
  const bulk = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const stores = await storesOf(db, undefined)
  const own = stores.filter(({ id }) => storeIds.includes(id)).map(({ key }) => key)
  const holders = new Set<string>()
  let places = 0
  for (const store of stores) {
    if (own.includes(store.key)) continue
    for await (const { found } of findInStore(db, bulk, store, {
      text,
      maybeYield,
      unreadable: [],
    })) {
      places += found.versions
      holders.add(store.id)
    }
  }
  const remarks = await findInRemarks(bulk, text, undefined)
  for (const { storeId } of remarks) {
    if (storeId !== null && !storeIds.includes(storeId)) holders.add(storeId)
  }
  places += valuesOf(remarks) - valuesOf(await findInRemarks(bulk, text, own))
  const conversations = async (ids: readonly string[] | undefined) =>
    valuesOf((await findInConversations(bulk, text, ids, maybeYield)).hits)
  places += (await conversations(undefined)) - (await conversations(storeIds))
  return { places: Math.max(0, places), storeIds: [...holders] }
}

const valuesOf = (hits: readonly { values: number }[]) =>
  hits.reduce((sum, { values }) => sum + values, 0)

interface StoreKeys {
  key: number
  id: string
}

/** The stores with these ids, or all. Refuses `store_not_found`. */
export async function storesOf(
  db: Database,
  storeIds: readonly string[] | undefined,
): Promise<StoreKeys[]> {
  if (!storeIds) return storesById(db.read)
  const stores: StoreKeys[] = []
  for (const storeId of storeIds) stores.push(await findStore(db.read, storeId))
  return stores
}

interface Search {
  text: string
  maybeYield: () => Promise<void>
  /** what could not be read is added here */
  unreadable: UnreadableVersion[]
}

async function* findInStore(
  db: Database,
  bulk: BulkSql,
  store: StoreKeys,
  { text, maybeYield, unreadable }: Search,
): AsyncGenerator<FoundMemory> {
  await compressStore(db, store.key)
  const keys = await candidateMemories(db, bulk, store.key, text)
  const needle = utf8Bytes(text)
  let current: { memory: ChainMemory; found: MemoryFound } | null = null
  for await (const { memory, versions } of stretchesOf(bulk, store.key, keys)) {
    if (current && current.memory.key !== memory.key) {
      if (current.found.versions > 0) yield foundIn(store, current)
      current = null
    }
    current ??= { memory, found: nothingFound(store.id, memory) }
    for (const version of versions) {
      if (version.isDamaged) {
        unreadable.push({ storeId: store.id, memoryId: memory.id, versionId: version.id })
      }
      if (memory.path === null) current.found.path = version.path ?? current.found.path
      const count = timesIn(version, text, needle)
      lengthenRuns(current.found.runs, count > 0)
      if (count === 0) continue
      current.found.versions++
      current.found.count = count
      if (memory.path !== null && memory.headSequence === version.sequence) {
        current.found.isNow = true
      }
    }
    await maybeYield()
  }
  if (current && current.found.versions > 0) yield foundIn(store, current)
}

function nothingFound(storeId: string, memory: ChainMemory): MemoryFound {
  const { id: memoryId, path } = memory
  return {
    kind: 'memory',
    storeId,
    memoryId,
    path,
    isDeleted: path === null,
    isNow: false,
    versions: 0,
    runs: [],
    count: 0,
  }
}

/** Adds one version to runs that alternate, the first of them without the text. */
function lengthenRuns(runs: number[], isWith: boolean): void {
  if (runs.length === 0) runs.push(0)
  const isOpen = runs.length % 2 === (isWith ? 0 : 1)
  if (isOpen) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
  else runs.push(1)
}

function foundIn(
  store: StoreKeys,
  { memory, found }: { memory: ChainMemory; found: MemoryFound },
): FoundMemory {
  return { storeKey: store.key, memoryKey: memory.key, found }
}

/** Counts the occurrences of a text in a version's content and path. */
function timesIn(version: ChainVersion, text: string, needle: Buffer): number {
  let count = occurrences(version.path ?? '', text).length
  const { content } = version
  if (!content) return count
  // UTF-8 is self-synchronising: where the bytes match, the text does.
  for (
    let at = content.indexOf(needle);
    at !== -1;
    at = content.indexOf(needle, at + needle.length)
  ) {
    count++
  }
  return count
}

/** Memories that may have contained the text: by the index, and by paths that are still referenced. */
async function candidateMemories(
  db: Database,
  bulk: BulkSql,
  storeKey: number,
  text: string,
): Promise<number[]> {
  const keys = new Set<number>()
  for await (const sequences of candidateChanges(db, storeKey, foldForSearch(text), null)) {
    for (const key of await memoryKeysOf(bulk, storeKey, sequences)) keys.add(key)
  }
  const named = await memoriesNamed(bulk, storeKey, text)
  for (const { memoryKey: key } of named) keys.add(key)
  return [...keys]
}

async function memoryKeysOf(
  bulk: BulkSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<number[]> {
  const keys: number[] = []
  for (const some of chunked(sequences, MAX_CHANGES)) {
    const rows = await memoriesOfChanges(bulk, storeKey, some)
    keys.push(...rows.map((row) => row.memoryKey))
  }
  return keys
}

/** Another spelling of a text that occurs. */
export interface SpellingFound {
  text: string
  counts: TextCounts
}

/**
 * Finds which other spellings of a text occur, and counts the places of each. Refuses as
 * `findText`.
 */
export async function findSpellings(
  db: Database,
  input: Pick<FindTextInput, 'text' | 'storeIds' | 'signal'>,
): Promise<SpellingFound[]> {
  const found: SpellingFound[] = []
  for (const text of spellingsOf(input.text)) {
    const { counts, placeCount } = await findText(db, { ...input, text, limit: 0 })
    if (placeCount > 0) found.push({ text, counts })
  }
  return found
}
