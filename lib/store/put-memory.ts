import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { checkExpectation, type Expectation } from './core/expectation'
import { findToChange } from './core/find'
import { refuseQuarantined } from './core/refuse-quarantined'
import { changeStore, type StoreTransaction } from './core/store-transaction'
import { memoryOf } from './core/rows'
import { stateOf } from './core/memory-state'
import { insertMemory, updateLiveMemory, writtenMemory } from './core/write-memory'
import { checkContent, checkPath } from './core/check-input'
import type { Memory } from './model/memory'

export interface PutMemoryInput extends Expectation {
  storeId: string
  path: string
  content: string
  cause: Cause
}

export interface PutMemory {
  memory: Memory
  /** what was done; `none`: the memory already had this content, and no version was written */
  change: 'created' | 'modified' | 'none'
}

/**
 * Upserts the content at a path: creates the memory, or replaces its content (the research
 * preview's upsert). Refuses like `createMemory`, except for a taken path; `precondition_failed` and
 * `changed_since_seen` if the memory is not what the caller takes it to be, and `memory_not_found`
 * with a precondition on a memory that is gone. A memory that has the content already is left alone.
 */
export async function putMemory(db: Database, input: PutMemoryInput): Promise<PutMemory> {
  checkPath(input.path)
  checkContent(input.content)
  const { storeId } = input
  const state = stateOf(input.path, input.content)
  const put = async (transaction: StoreTransaction): Promise<PutMemory> => {
    await refuseQuarantined(transaction, { path: input.path })
    const memory = await findToChange(transaction, { path: input.path })
    if (memory?.sha256 !== state.sha256) {
      await checkExpectation(transaction, memory, input.path, input)
    }
    if (!memory) {
      return {
        memory: writtenMemory(await insertMemory(transaction, state), storeId, null),
        change: 'created',
      }
    }
    if (memory.sha256 === state.sha256) {
      return { memory: memoryOf(memory, storeId, null), change: 'none' }
    }
    const written = await updateLiveMemory(transaction, memory, state)
    return { memory: writtenMemory(written, storeId, null), change: 'modified' }
  }
  const { path } = input
  return changeStore(db, storeId, input.cause, put, { ahead: { newPath: path, path } })
}
