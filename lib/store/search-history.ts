import type { Database } from '@/lib/db/database'
import { containsFolded, findMatches, type Match } from '@/lib/text/matches'
import { findStore } from './core/ledger'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './core/rows'
import { readText } from './core/stored-content'
import type { MemoryVersion } from './memory-version'
import { candidateChanges, checkedQuery, MATCHES_A_MEMORY } from './search-store'

export interface SearchHistoryInput {
  storeId: string
  /** as for `searchStore` */
  query: string
  /** only memories that held it below this directory, without a trailing slash */
  directory?: string | undefined
  /** how many memories to find at most */
  limit: number
}

/** A stretch of a memory's life in which its content or path held the text. */
export interface Appearance {
  /** the version that brought it in */
  from: MemoryVersion
  /** the version that it went with; null while it is still there */
  until: MemoryVersion | null
}

export interface HistoryHit {
  memoryId: string
  /** in the order of time */
  appearances: Appearance[]
  /** the newest version that holds the text, and where it stands in it */
  newest: MemoryVersion
  matches: Match[]
}

export interface HistoryResult {
  hits: HistoryHit[]
  hasMore: boolean
}

/**
 * When a text first stood in a memory and when it went, in versions of every age, deleted memories
 * too. Redacted versions hold nothing. Refuses as `searchStore` does.
 */
export async function searchHistory(
  db: Database,
  input: SearchHistoryInput,
): Promise<HistoryResult> {
  const folded = checkedQuery(input.query)
  const store = await findStore(db.read, input.storeId)
  const hits: HistoryHit[] = []
  const seen = new Set<number>()
  for await (const sequences of candidateChanges(db, store.key, folded, null)) {
    for (const memoryKey of await memoryKeysOf(db, store.key, sequences)) {
      if (seen.has(memoryKey)) continue
      seen.add(memoryKey)
      const hit = await lifeOf(db, store.key, input.storeId, memoryKey, folded)
      if (!hit || !isBelow(hit.newest.path, input.directory)) continue
      if (hits.length === input.limit) return { hits, hasMore: true }
      hits.push(hit)
    }
  }
  return { hits, hasMore: false }
}

function isBelow(path: string | null, directory: string | undefined): boolean {
  return !directory || (path?.startsWith(`${directory}/`) ?? false)
}

async function memoryKeysOf(
  db: Database,
  storeKey: number,
  sequences: readonly number[],
): Promise<number[]> {
  const keys: number[] = []
  for (const sequence of sequences) {
    const row = await db.read.get<{ memory_key: number }>(
      'SELECT memory_key FROM memory_versions WHERE store_key = ? AND sequence = ?',
      [storeKey, sequence],
    )
    if (row) keys.push(row.memory_key)
  }
  return keys
}

/** Every version of a memory that holds the text, and what is between them. */
async function lifeOf(
  db: Database,
  storeKey: number,
  storeId: string,
  memoryKey: number,
  folded: string,
): Promise<HistoryHit | null> {
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? ORDER BY v.sequence`,
    [memoryKey],
  )
  const appearances: Appearance[] = []
  let matches: Match[] = []
  let newest: VersionRow | null = null
  let open: Appearance | null = null
  for (const row of rows) {
    const content = await readText(db.read, storeKey, row.sequence)
    const isThere =
      content !== null &&
      (containsFolded(content, folded) || (row.path !== null && containsFolded(row.path, folded)))
    if (isThere) {
      newest = row
      matches = findMatches(content, folded, MATCHES_A_MEMORY)
    }
    if (isThere && !open) {
      open = { from: versionOf(row, storeId, null), until: null }
      appearances.push(open)
    } else if (!isThere && open) {
      open.until = versionOf(row, storeId, null)
      open = null
    }
  }
  if (!newest) return null
  const { memory_id: memoryId } = newest
  return { memoryId, appearances, newest: versionOf(newest, storeId, null), matches }
}
