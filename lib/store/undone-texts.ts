import type { Database } from '@/lib/db/database'
import { turns } from '@/lib/turns'
import { chunked } from '@/lib/text/chunked'
import { type ChosenChanges, chosenVersions } from './core/chosen-versions'
import { findStore } from './core/store-transaction'
import { MEMORIES_PER_QUERY } from './core/memory-chains'
import type { Rollback } from './core/rollback'
import { readText } from './core/stored-content'
import type { MemoryText } from './model/memory-change'
import { undoRollbacks } from './core/undo-rollbacks'

export interface UndoneTextsInput {
  storeId: string
  changes: ChosenChanges
  isForced: boolean
  /** the memories wanted, of those that a plan lists */
  memoryIds: readonly string[]
}

/** A memory's current text, and its text if changes were undone. */
export interface UndoneText {
  memoryId: string
  before: MemoryText | null
  /** null: it would be deleted. If others changed the same lines: the result of forcing */
  after: MemoryText | null
  /** if others changed the same lines: its content with only the other lines undone; else null */
  partial: string | null
}

/**
 * The contents for a plan of `undoChanges`, for those of its memories that are shown. Refuses
 * `store_not_found`, `version_not_found`.
 */
export async function undoneTexts(db: Database, input: UndoneTextsInput): Promise<UndoneText[]> {
  const { storeId, changes, isForced, memoryIds } = input
  const store = await findStore(db.bulk, storeId)
  const keys = new Set<number>()
  for (const part of chunked(memoryIds, MEMORIES_PER_QUERY)) {
    const rows = await db.bulk.all<{ key: number }>(
      `SELECT key FROM memories WHERE store_key = ? AND id IN (${part.map(() => '?').join(', ')})`,
      [store.key, ...part],
    )
    for (const { key } of rows) keys.add(key)
  }
  const all = await chosenVersions(db.bulk, { storeKey: store.key, storeId, changes })
  const chosen = all.filter(({ memory_key }) => keys.has(memory_key))
  const maybeYield = turns()
  const request = { storeKey: store.key, chosen, isForced, maybeYield }
  const texts: UndoneText[] = []
  for (const rollback of await undoRollbacks(db.bulk, request)) {
    texts.push(await textOf(db, store.key, rollback))
    await maybeYield()
  }
  return texts
}

async function textOf(
  db: Database,
  storeKey: number,
  { memory, target, readPartial }: Rollback,
): Promise<UndoneText> {
  const before =
    memory.path === null
      ? null
      : {
          path: memory.path,
          content: (await readText(db.bulk, storeKey, memory.head_sequence)) ?? '',
        }
  const bytes = await target?.read(db.bulk)
  const after = target ? { path: target.path, content: bytes?.toString('utf8') ?? '' } : null
  const partial = (await readPartial?.(db.bulk)) ?? null
  return { memoryId: memory.id, before, after, partial }
}
