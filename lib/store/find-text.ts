import type { Database } from '@/lib/db/database'
import { foldForSearch } from '@/lib/text/fold'
import { turns } from '@/lib/turns'
import { occurrences } from '@/lib/text/occurrences'
import { findInConversations } from './core/conversation-places'
import { findMemoryRow } from './core/find'
import { findStore } from './core/ledger'
import { isLive, SELECT_VERSIONS, type VersionRow } from './core/rows'
import { readText } from './core/stored-content'
import { findInRemarks } from './core/remark-places'
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
  const remarks = await findInRemarks(db.bulk, input.text, await keysOf(db, input.storeIds))
  places.push(...remarks.map((place) => ({ kind: 'remark' as const, ...place })))
  const conversations = await findInConversations(db.bulk, input.text, input.storeIds, turns())
  places.push(...conversations.places.map((place) => ({ kind: 'conversation' as const, ...place })))
  return places
}

export async function keysOf(
  db: Database,
  storeIds: readonly string[] | undefined,
): Promise<number[] | undefined> {
  if (!storeIds) return undefined
  const keys: number[] = []
  for (const storeId of storeIds) keys.push((await findStore(db.read, storeId)).key)
  return keys
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
