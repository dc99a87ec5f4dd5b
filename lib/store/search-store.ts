import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { MIN_SEARCH_CHARS, queryGrams } from '@/lib/text/grams'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { findStore } from './core/ledger'
import { findMemoryAt } from './core/past'
import { type LiveMemoryRow, MEMORY_COLUMNS, type MemoryRow, isLive, memoryOf } from './core/rows'
import { candidates } from './core/search-index'
import { settleStore } from './core/settle'
import { readText } from './core/stored-content'
import type { Memory } from './memory'
import { type Moment, sequenceAt } from './moment'
import { refuse } from './problems'

export interface SearchStoreInput {
  storeId: string
  /** at least three characters of any script; plain text, found without regard to case */
  query: string
  /** only memories below this directory, without a trailing slash */
  directory?: string | undefined
  /** as the store was then, instead of now */
  at?: Moment | undefined
  /** how many memories to find at most */
  limit: number
}

/** A memory that a text was found in. */
export interface SearchHit {
  memory: Memory
  isPathMatch: boolean
  /** where in the content, the first few */
  matches: Match[]
}

export interface SearchResult {
  /** those that changed last come first */
  hits: SearchHit[]
  /** whether there are more than `limit` */
  hasMore: boolean
}

/** Occurrences that are shown of one memory. */
export const MATCHES_A_MEMORY = 5

/**
 * The memories whose content or path contains a text, as they are now or were at a moment. Refuses
 * `store_not_found`, `invalid_input` for a text that is too short.
 */
export async function searchStore(db: Database, input: SearchStoreInput): Promise<SearchResult> {
  const folded = checkedQuery(input.query)
  const store = await findStore(db.read, input.storeId)
  const at = input.at ? await sequenceAt(db.read, store.key, input.at) : null
  const hits: SearchHit[] = []
  const seen = new Set<string>()
  for await (const rows of candidateMemories(db, store.key, folded, at)) {
    for (const row of rows) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      const hit = await verify(db, store.key, input, row, folded)
      if (!hit) continue
      if (hits.length === input.limit) return { hits, hasMore: true }
      hits.push(hit)
    }
  }
  return { hits, hasMore: false }
}

/** The folded query; refuses what no index could answer. */
export function checkedQuery(query: string, field = 'q'): string {
  const folded = foldForSearch(query)
  if (folded.split('\n').every((line) => line.length < MIN_SEARCH_CHARS)) {
    refuse({
      kind: 'invalid_input',
      field,
      reason: `must have at least ${MIN_SEARCH_CHARS} characters in a line`,
    })
  }
  return folded
}

/** An unsettled rest up to this is looked through as it is; a longer one is settled first. */
const MAX_UNSETTLED = 256

/** The numbers of changes that may have brought the text in, newest first. */
export async function* candidateChanges(
  db: Database,
  storeKey: number,
  folded: string,
  upTo: number | null,
): AsyncGenerator<number[]> {
  const progress = await settledUpTo(db, storeKey)
  const newest = Math.min(upTo ?? progress.last, progress.last)
  const unsettled: number[] = []
  for (let sequence = newest; sequence > progress.settled; sequence--) unsettled.push(sequence)
  if (unsettled.length > 0) yield unsettled
  const grams = [...queryGrams(longestLine(folded))]
  yield* candidates(db.read, storeKey, grams, Math.min(newest, progress.settled))
}

/** The lines of a longer text may have come one by one, so only one of them can lead to it. */
function longestLine(text: string): string {
  return text
    .split('\n')
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '')
}

async function settledUpTo(
  db: Database,
  storeKey: number,
): Promise<{ settled: number; last: number }> {
  for (;;) {
    const row = await db.read.get<{ settled: number; last: number }>(
      'SELECT settled_sequence AS settled, last_sequence AS last FROM memory_stores WHERE key = ?',
      [storeKey],
    )
    if (!row) return { settled: 0, last: 0 }
    if (row.last - row.settled <= MAX_UNSETTLED) return row
    await settleStore(db, storeKey)
  }
}

const ROWS_A_STATEMENT = 64

async function* candidateMemories(
  db: Database,
  storeKey: number,
  folded: string,
  at: number | null,
): AsyncGenerator<LiveMemoryRow[]> {
  for await (const sequences of candidateChanges(db, storeKey, folded, at)) {
    for (let from = 0; from < sequences.length; from += ROWS_A_STATEMENT) {
      const some = sequences.slice(from, from + ROWS_A_STATEMENT)
      const padded = [...some, ...Array<number>(ROWS_A_STATEMENT - some.length).fill(0)]
      const rows = await db.read.all<MemoryRow>(
        `SELECT ${MEMORY_COLUMNS} FROM memory_versions v JOIN memories m ON m.key = v.memory_key
         WHERE v.store_key = ? AND v.sequence IN (?${', ?'.repeat(ROWS_A_STATEMENT - 1)})
         ORDER BY v.sequence DESC`,
        [storeKey, ...padded],
      )
      if (at === null) yield rows.filter(isLive)
      else yield await asOf(db, storeKey, rows, at)
    }
  }
}

async function asOf(
  db: Database,
  storeKey: number,
  rows: readonly MemoryRow[],
  sequence: number,
): Promise<LiveMemoryRow[]> {
  const then: LiveMemoryRow[] = []
  for (const row of rows) {
    const memory = await findMemoryAt(db.read, storeKey, { memoryId: row.id }, sequence)
    if (memory) then.push(memory)
  }
  return then
}

async function verify(
  db: Database,
  storeKey: number,
  input: SearchStoreInput,
  row: LiveMemoryRow,
  folded: string,
): Promise<SearchHit | null> {
  if (input.directory && !row.path.startsWith(`${input.directory}/`)) return null
  const content = (await readText(db.read, storeKey, row.head_sequence)) ?? ''
  const matches = findMatches(content, folded, MATCHES_A_MEMORY)
  const isPathMatch = containsFolded(row.path, folded)
  if (matches.length === 0 && !isPathMatch) return null
  return { memory: memoryOf(row, input.storeId, null), isPathMatch, matches }
}
