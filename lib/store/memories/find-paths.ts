import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { compareInTree } from '@/lib/text/natural-order'
import { nearestNames } from '@/lib/text/nearest-names'
import type { Memory } from '../model/memory'
import type { Moment } from '../model/moment'
import { memoriesAt } from '../time/sql/past'
import { sequenceAt } from '../time/store-moment'
import { isLive, memoryOf } from '../write/memory-of'
import type { LiveMemoryRow } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { memoriesAtPaths, pathsAfter } from './sql/paths'

export interface FilterPathsInput {
  storeId: string
  /** words that a path must all contain, in any order, ignoring case */
  text: string
  /** the most memories to return */
  limit: number
  /** at this moment instead of now */
  at?: Moment | undefined
  /** aborts the search */
  signal?: AbortSignal | undefined
}

export interface FilteredPaths {
  /**
   * as a tree shows them (`compareInTree`); of more than `limit` the first, as far as paths were
   * read
   */
  memories: Memory[]
  /** whether there are more than `limit` */
  hasMore: boolean
}

const PATHS_PER_PAGE = 4_000

/**
 * The memories whose paths contain every word of a text; one letter is enough. Scans paths page by
 * page, yielding to others. Refuses `store_not_found`.
 */
export async function filterPaths(db: Database, input: FilterPathsInput): Promise<FilteredPaths> {
  const store = await findStore(db.read, input.storeId)
  const sequence = input.at ? await sequenceAt(db.read, store.key, input.at) : null
  const words = foldForSearch(input.text).split(/\s+/).filter(Boolean)
  const fitting: PathRow[] = []
  for await (const page of pathPages(db, store.key, sequence)) {
    input.signal?.throwIfAborted()
    fitting.push(...page.filter((row) => containsAll(row.path, words)))
    if (fitting.length > input.limit) break
  }
  const wanted = fitting
    .sort((one, other) => compareInTree(one.path, other.path))
    .slice(0, input.limit)
  const rows = await wholeRows(db, store.key, wanted)
  return {
    memories: rows
      .map((row) => memoryOf(row, input.storeId, null))
      .sort((one, other) => compareInTree(one.path, other.path)),
    hasMore: fitting.length > input.limit,
  }
}

/** A row that may still lack everything but its path. */
type PathRow = LiveMemoryRow | { path: string }

async function* pathPages(
  db: Database,
  storeKey: number,
  sequence: number | null,
): AsyncGenerator<PathRow[]> {
  for (let after = '/'; ;) {
    const page: PathRow[] =
      sequence === null
        ? await pathsAfter(db.read, { storeKey, after, limit: PATHS_PER_PAGE })
        : await memoriesAt(
            db.read,
            storeKey,
            { after, before: null, limit: PATHS_PER_PAGE },
            sequence,
          )
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < PATHS_PER_PAGE) return
    after = last.path
  }
}

const PATHS_PER_STATEMENT = 200

async function wholeRows(
  db: Database,
  storeKey: number,
  rows: readonly PathRow[],
): Promise<LiveMemoryRow[]> {
  const whole = rows.filter((row): row is LiveMemoryRow => 'id' in row)
  const bare = rows.filter((row) => !('id' in row)).map(({ path }) => path)
  for (let from = 0; from < bare.length; from += PATHS_PER_STATEMENT) {
    const paths = bare.slice(from, from + PATHS_PER_STATEMENT)
    const found = await memoriesAtPaths(db.read, storeKey, paths)
    whole.push(...found.filter(isLive))
  }
  return whole
}

function containsAll(path: string, words: readonly string[]): boolean {
  const folded = foldForSearch(path)
  return words.every((word) => folded.includes(word))
}

/** Paths that are compared; a suggestion is not worth more work. */
const MAX_COMPARED = 5_000

/** The store's present paths that are spelt most like one. Refuses `store_not_found`. */
export async function nearestPaths(
  db: Database,
  { storeId, path, most }: { storeId: string; path: string; most: number },
): Promise<string[]> {
  const store = await findStore(db.read, storeId)
  const wanted = { storeKey: store.key, after: '/', limit: MAX_COMPARED }
  const rows = await pathsAfter(db.read, wanted)
  return nearestNames(
    path,
    rows.map((row) => row.path),
    most,
  )
}
