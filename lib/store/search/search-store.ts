import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { foldForSearch } from '@/lib/text/fold'
import { MIN_SEARCH_CHARS, queryGrams } from '@/lib/text/grams'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { turns } from '@/lib/turns'
import { findStore } from '../write/store-transaction'
import { memoriesOfKeysAt } from '../time/sql/past'
import { asServed, type Quarantined, quarantinedFor } from '../quarantine/quarantined'
import { memoryOf } from '../write/memory-of'
import type { LiveMemoryRow, MemoryRow } from '../write/sql/heads'
import { candidates } from './search-index'
import { indexedOf, memoriesOfChanges } from './sql/candidates'
import { compressStore } from '../contents/compress-versions'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { DamagedContent, readContents, storedText } from '../contents/stored-content'
import type { Audience } from '../model/audience'
import type { Memory } from '../model/memory'
import { sequenceAt } from '../time/store-moment'
import type { Moment } from '../model/moment'
import type { InputField } from '../model/invalid-input'
import { refuse } from '../model/problems'

export interface SearchStoreInput {
  storeId: string
  /** at least three characters of any script; plain text, case-insensitive */
  query: string
  /** only memories below this directory, without a trailing slash */
  directory?: string | undefined
  /** at this moment instead of now */
  at?: Moment | undefined
  /** the most memories to return */
  limit: number
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** for a caller that leaves: aborts the search with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A memory that contains the text. */
export interface SearchHit {
  memory: Memory
  isPathMatch: boolean
  /** occurrences in the content, the first few */
  matches: Match[]
}

export interface SearchResult {
  /** last changed first */
  hits: SearchHit[]
  /** whether there are more than `limit` */
  hasMore: boolean
  /** versions that may contain the text and are damaged, by id: what they say is not known */
  unreadable: string[]
}

/** Occurrences shown per memory. */
export const MATCHES_PER_MEMORY = 5

/**
 * The memories whose content or path contains a text, now or at a moment. Refuses
 * `store_not_found`, `invalid_input` for a text that is too short.
 */
export async function searchStore(db: Database, input: SearchStoreInput): Promise<SearchResult> {
  const folded = checkedQuery(input.query)
  const sql = db.bulk.until(input.signal)
  const maybeYield = turns(input.signal)
  const store = await findStore(sql, input.storeId)
  const at = input.at ? await sequenceAt(sql, store.key, input.at) : null
  const quarantined = await quarantinedFor(sql, store, input.audience, { upTo: at })
  const hits: SearchHit[] = []
  const unreadable: string[] = []
  const seen = new Set<string>()
  const found = candidateMemories(db, store.key, { folded, at, quarantined, signal: input.signal })
  for await (const candidates of found) {
    const rows = candidates.filter((row) => !seen.has(row.id) && isBelow(row, input.directory))
    const heads = rows.map((row) => row.headSequence)
    const contents = await readContents(sql, store.key, heads, maybeYield)
    for (const row of rows) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      const content = storedText(contents.get(row.headSequence)) ?? ''
      if (content instanceof DamagedContent) unreadable.push(content.versionId)
      const hit = hitOf(input.storeId, row, typeof content === 'string' ? content : '', folded)
      await maybeYield()
      if (!hit) continue
      if (hits.length === input.limit) return { hits, hasMore: true, unreadable }
      hits.push(hit)
    }
  }
  return { hits, hasMore: false, unreadable }
}

function isBelow(row: LiveMemoryRow, directory: string | undefined): boolean {
  return !directory || row.path.startsWith(`${directory}/`)
}

/** The folded query; refuses one that no index can answer. */
export function checkedQuery(query: string, field: InputField = 'q'): string {
  const folded = foldForSearch(query)
  if (folded.split('\n').every((line) => line.length < MIN_SEARCH_CHARS)) {
    refuse({
      kind: 'invalid_input',
      field,
      rule: 'too_short_to_find',
      minimum: MIN_SEARCH_CHARS,
    })
  }
  return folded
}

/** Up to this many unindexed versions are searched directly; more are indexed first. */
const MAX_NOT_INDEXED = 256

/** The sequences of changes that may have added the text, newest first. */
export async function* candidateChanges(
  db: Database,
  storeKey: number,
  folded: string,
  upTo: number | null,
  signal?: AbortSignal,
): AsyncGenerator<number[]> {
  const sql = db.bulk.until(signal)
  const progress = await indexedUpTo(db, sql, storeKey, signal)
  const newest = Math.min(upTo ?? progress.last, progress.last)
  const notIndexed: number[] = []
  for (let sequence = newest; sequence > progress.indexed; sequence--) notIndexed.push(sequence)
  if (notIndexed.length > 0) yield notIndexed
  const grams = [...queryGrams(longestLine(folded))]
  yield* candidates(sql, storeKey, grams, Math.min(newest, progress.indexed))
}

/** The lines of a longer text may have been added one by one, so search by only one of them. */
export function longestLine(text: string): string {
  return text
    .split('\n')
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '')
}

async function indexedUpTo(
  db: Database,
  sql: Sql,
  storeKey: number,
  signal: AbortSignal | undefined,
): Promise<{ indexed: number; last: number }> {
  for (;;) {
    const row = await indexedOf(sql, storeKey)
    if (!row) return { indexed: 0, last: 0 }
    const { compressedSequence: indexed, lastSequence: last } = row
    if (last - indexed <= MAX_NOT_INDEXED) return { indexed, last }
    await compressStore(db, storeKey, signal)
  }
}

const ROWS_PER_STATEMENT = CONTENTS_PER_PAGE

interface Wanted {
  folded: string
  at: number | null
  quarantined: Quarantined | null
  signal: AbortSignal | undefined
}

async function* candidateMemories(
  db: Database,
  storeKey: number,
  { folded, at, quarantined, signal }: Wanted,
): AsyncGenerator<LiveMemoryRow[]> {
  const sql = db.bulk.until(signal)
  for await (const sequences of candidateChanges(db, storeKey, folded, at, signal)) {
    for (let from = 0; from < sequences.length; from += ROWS_PER_STATEMENT) {
      const some = sequences.slice(from, from + ROWS_PER_STATEMENT)
      const padded = [...some, ...Array<number>(ROWS_PER_STATEMENT - some.length).fill(0)]
      const rows = await memoriesOfChanges(sql, storeKey, padded)
      if (at === null) yield asServed(quarantined, rows)
      else yield asServed(quarantined, await asOf(sql, rows, at, quarantined))
    }
  }
}

/** The same memories in their state at that time, in the same order. */
async function asOf(
  sql: Sql,
  rows: readonly MemoryRow[],
  sequence: number,
  quarantined: Quarantined | null,
): Promise<MemoryRow[]> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const rowOf = new Map(rows.map((row) => [row.key, row]))
  const then = new Map(
    (await memoriesOfKeysAt(sql, keys, sequence)).map((memory) => [memory.key, memory]),
  )
  // One in quarantine is shown in another state anyway, and may be deleted in this one.
  return keys.flatMap((key) => then.get(key) ?? (quarantined?.has(key) ? rowOf.get(key) : []) ?? [])
}

function hitOf(
  storeId: string,
  row: LiveMemoryRow,
  content: string,
  folded: string,
): SearchHit | null {
  const matches = findMatches(content, folded, MATCHES_PER_MEMORY)
  const isPathMatch = containsFolded(row.path, folded)
  if (matches.length === 0 && !isPathMatch) return null
  return { memory: memoryOf(row, storeId, null), isPathMatch, matches }
}
