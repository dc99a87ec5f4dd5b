import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { turns } from '@/lib/turns'

export interface FindStoresInput {
  /** its words, in any order and whatever their case; '' for all */
  text: string
  limit: number
  includeArchived?: boolean
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A store as it is found by its name. */
export interface NamedStore {
  id: string
  name: string
  memoryCount: number
}

interface Row {
  id: string
  name: string
  memory_count: number
}

/** What every database lower-cases alike. */
const PLAIN = /^[\0-\x7f]*$/

/** A word anywhere in a name. */
const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Stores whose name has all the words of a text, those that changed last first. Plain words are
 * looked for by the database, on a connection for long reads; with others it reads all names.
 */
export async function findStores(
  db: Database,
  { text, limit, includeArchived, signal }: FindStoresInput,
): Promise<{ stores: NamedStore[]; hasMore: boolean }> {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const isMeant = (name: string) => {
    const folded = foldForSearch(name)
    return words.every((word) => folded.includes(word))
  }
  const plain = words.filter((word) => PLAIN.test(word))
  const isLimited = plain.length === words.length
  const rows = await db.bulk.until(signal).all<Row>(
    `SELECT id, name, memory_count FROM memory_stores
     WHERE deleted_at IS NULL${includeArchived ? '' : ' AND archived_at IS NULL'}
       ${plain.map(() => String.raw`AND lower(name) LIKE ? ESCAPE '\'`).join(' ')}
     ORDER BY last_changed_at DESC, key DESC${isLimited ? ' LIMIT ?' : ''}`,
    [...plain.map(anywhere), ...(isLimited ? [limit + 1] : [])],
  )
  const maybeYield = turns(signal)
  const found: NamedStore[] = []
  for (const { id, name, memory_count: memoryCount } of rows) {
    await maybeYield()
    if (words.length === 0 || isMeant(name)) found.push({ id, name, memoryCount })
    if (found.length > limit) break
  }
  return { stores: found.slice(0, limit), hasMore: found.length > limit }
}
