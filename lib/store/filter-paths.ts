import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { listMemories } from './list-memories'
import type { Memory } from './memory'
import type { Moment } from './moment'

export interface FilterPathsInput {
  storeId: string
  /** words that must all stand in a path, in any order, without regard to case */
  text: string
  /** how many memories to find at most */
  limit: number
  /** as the store was then, instead of now */
  at?: Moment | undefined
  /** gives up the search */
  signal?: AbortSignal | undefined
}

export interface FilteredPaths {
  /** in the order of their paths */
  memories: Memory[]
  /** whether there are more than `limit` */
  hasMore: boolean
}

const PATHS_A_PAGE = 2_000

/**
 * The memories whose paths contain every word of a text; one letter is enough. Looks through the
 * paths page by page, so that others get their turns. Refuses `store_not_found`.
 */
export async function filterPaths(db: Database, input: FilterPathsInput): Promise<FilteredPaths> {
  const words = foldForSearch(input.text).split(/\s+/).filter(Boolean)
  const memories: Memory[] = []
  let after: string | undefined
  do {
    const { storeId, at } = input
    const page = await listMemories(db, {
      storeId,
      directory: '',
      depth: 'all',
      limit: PATHS_A_PAGE,
      after,
      at,
    })
    for (const entry of page.entries) {
      if (entry.type !== 'memory' || !containsAll(entry.memory.path, words)) continue
      if (memories.length === input.limit) return { memories, hasMore: true }
      memories.push(entry.memory)
    }
    after = page.next ?? undefined
    input.signal?.throwIfAborted()
  } while (after !== undefined)
  return { memories, hasMore: false }
}

function containsAll(path: string, words: readonly string[]): boolean {
  const folded = foldForSearch(path)
  return words.every((word) => folded.includes(word))
}
