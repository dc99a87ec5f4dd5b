import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { changeStore } from './core/store-transaction'
import { stateOf } from './core/memory-state'
import { insertMemory, writtenMemory } from './core/write-memory'
import { checkContent, checkPath } from './core/check-input'
import type { Memory } from './model/memory'

export interface CreateMemoryInput {
  storeId: string
  path: string
  content: string
  cause: Cause
}

/**
 * Inserts a memory and its first version.
 *
 * Refuses `invalid_input`, `store_not_found`, `store_archived`, `content_too_large`,
 * `limit_reached`, and `path_conflict` if the path is taken or overlaps one that is.
 */
export async function createMemory(db: Database, input: CreateMemoryInput): Promise<Memory> {
  checkPath(input.path)
  checkContent(input.content)
  const state = stateOf(input.path, input.content)
  const written = await changeStore(
    db,
    input.storeId,
    input.cause,
    (transaction) => insertMemory(transaction, state),
    { ahead: { newPath: input.path } },
  )
  return writtenMemory(written, input.storeId, input.content)
}
