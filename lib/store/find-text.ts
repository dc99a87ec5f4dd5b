import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { occurrences } from '@/lib/text/occurrences'
import { findInConversations } from './core/conversation-places'
import { findMemoryRow } from './core/find'
import { findStore } from './core/ledger'
import { isLive, SELECT_VERSIONS, type VersionRow } from './core/rows'
import { readText } from './core/stored-content'
import { TEXT_PLACES } from './core/text-places'
import { candidateChanges, checkedQuery } from './search-store'

/** A place where a text stands, exactly as it was given. */
export type TextPlaceFound =
  /** what a live memory holds now, or is called */
  | {
      kind: 'head'
      storeId: string
      memoryId: string
      versionId: string
      path: string
      inContent: number
      inPath: number
    }
  /** an earlier version, or one of a deleted memory */
  | {
      kind: 'version'
      storeId: string
      memoryId: string
      versionId: string
      path: string | null
      inContent: number
      inPath: number
    }
  /** a store's name, say, or the message of an imported commit */
  | { kind: 'remark'; table: string; column: string; storeId: string | null; count: number }
  /** what sessions said and did */
  | { kind: 'conversation'; table: string; column: string; count: number }

export interface FindTextInput {
  /** exactly this text, with regard to case; at least three characters */
  text: string
  /** the stores to look in; left out: all */
  storeIds?: readonly string[] | undefined
}

/**
 * Every place where a text stands: heads, versions, paths, and what is written about them. Refuses
 * `invalid_input` for a text that is too short, `store_not_found`.
 */
export async function findText(db: Database, input: FindTextInput): Promise<TextPlaceFound[]> {
  checkedQuery(input.text, 'text')
  const stores = input.storeIds ?? (await allStoreIds(db))
  const places: TextPlaceFound[] = []
  for (const storeId of stores) places.push(...(await findInStore(db, storeId, input.text)))
  places.push(...(await findInRemarks(db, input.text, input.storeIds)))
  const conversations = await findInConversations(db, input.text, input.storeIds)
  places.push(...conversations.map((place) => ({ kind: 'conversation' as const, ...place })))
  return places
}

async function allStoreIds(db: Database): Promise<string[]> {
  const rows = await db.prisma.memoryStore.findMany({
    where: { deletedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => row.id)
}

async function findInStore(db: Database, storeId: string, text: string): Promise<TextPlaceFound[]> {
  const store = await findStore(db.read, storeId)
  const seen = new Set<number>()
  const places: TextPlaceFound[] = []
  for await (const sequences of candidateChanges(db, store.key, foldForSearch(text), null)) {
    for (const sequence of sequences) {
      const row = await db.read.get<{ memory_key: number }>(
        'SELECT memory_key FROM memory_versions WHERE store_key = ? AND sequence = ?',
        [store.key, sequence],
      )
      if (!row || seen.has(row.memory_key)) continue
      seen.add(row.memory_key)
      places.push(...(await findInMemory(db, store.key, storeId, row.memory_key, text)))
    }
  }
  return places
}

async function findInMemory(
  db: Database,
  storeKey: number,
  storeId: string,
  memoryKey: number,
  text: string,
): Promise<TextPlaceFound[]> {
  const places: TextPlaceFound[] = []
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.memory_key = ? AND v.redacted_at IS NULL ORDER BY v.sequence`,
    [memoryKey],
  )
  for (const row of rows) {
    const content = await readText(db.read, storeKey, row.sequence)
    const inContent = occurrences(content ?? '', text).length
    const inPath = occurrences(row.path ?? '', text).length
    if (inContent + inPath === 0) continue
    const found = {
      storeId,
      memoryId: row.memory_id,
      versionId: row.id,
      inContent,
      inPath,
    }
    const memory = await findMemoryRow(db.read, storeKey, row.memory_id)
    if (memory && isLive(memory) && memory.head_sequence === row.sequence) {
      places.push({ kind: 'head', ...found, path: memory.path })
    } else {
      places.push({ kind: 'version', ...found, path: row.path })
    }
  }
  return places
}

/** Columns with remarks, and the store that each row is about. */
async function findInRemarks(
  db: Database,
  text: string,
  storeIds: readonly string[] | undefined,
): Promise<TextPlaceFound[]> {
  const places: TextPlaceFound[] = []
  for (const place of TEXT_PLACES) {
    if (place.holds !== 'remark') continue
    const { table, column, storeKeyColumn } = place
    // What belongs to no store is looked at only when all are.
    if (storeKeyColumn === null && storeIds) continue
    const owner =
      storeKeyColumn === null
        ? 'NULL'
        : `(SELECT s.id FROM memory_stores s WHERE s.key = t.${storeKeyColumn})`
    const rows = await db.read.all<{ store_id: string | null; value: string }>(
      `SELECT ${owner} AS store_id, t.${column} AS value FROM ${table} t
       WHERE t.${column} IS NOT NULL`,
    )
    const counts = new Map<string | null, number>()
    for (const row of rows) {
      const count = occurrences(row.value, text).length
      if (count > 0) counts.set(row.store_id, (counts.get(row.store_id) ?? 0) + count)
    }
    for (const [storeId, count] of counts) {
      if (storeIds && (storeId === null || !storeIds.includes(storeId))) continue
      places.push({ kind: 'remark', table, column, storeId, count })
    }
  }
  return places
}
