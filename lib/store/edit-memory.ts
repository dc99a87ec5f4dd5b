import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { checkExpectation, type Expectation } from './core/expectation'
import { requireToChange } from './core/find'
import { refuseQuarantined } from './core/refuse-quarantined'
import { changeStore, type StoreTransaction } from './core/store-transaction'
import { memoryOf } from './core/rows'
import { headContent, headText, keepRecent } from './core/recent-contents'
import { stateOf } from './core/memory-state'
import { updateLiveMemory, writtenMemory } from './core/write-memory'
import { checkContent } from './core/check-input'
import type { Memory } from './model/memory'

export interface EditMemoryInput extends Expectation {
  storeId: string
  path: string
  /**
   * computes the new content from the current one; if it throws, the edit is rolled back and the
   * error reaches the caller
   */
  edit: (content: string) => string
  cause: Cause
}

export interface EditedMemory {
  memory: Memory & { content: string }
  /** null if the edit changed nothing */
  versionId: string | null
}

/**
 * Reads a memory, changes it and writes it back in one transaction: no one writes in between.
 * Refuses `memory_not_found`, `store_archived`, `invalid_input`, `content_too_large`, and what
 * `putMemory` does of a memory that is not what the caller takes it to be.
 */
export async function editMemory(db: Database, input: EditMemoryInput): Promise<EditedMemory> {
  const { storeId, path } = input
  const edit = async (transaction: StoreTransaction): Promise<EditedMemory> => {
    await refuseQuarantined(transaction, { path })
    const memory = await requireToChange(transaction, { path })
    await checkExpectation(transaction, memory, path, input)
    const known = transaction.known?.contents.get(memory.head_sequence)
    if (known) keepRecent(memory.sha256, known, null)
    const before = await headText(transaction.sql, transaction.storeKey, memory)
    const bytes = await headContent(transaction.sql, transaction.storeKey, memory)
    const content = input.edit(before)
    checkContent(content)
    if (content === before) {
      return { memory: { ...memoryOf(memory, storeId, content), content }, versionId: null }
    }
    const written = await updateLiveMemory(transaction, memory, stateOf(path, content, bytes))
    return {
      memory: { ...writtenMemory(written, storeId, content), content: written.masked ?? content },
      versionId: written.versionId,
    }
  }
  return changeStore(db, storeId, input.cause, edit, { ahead: { path, content: 'read' } })
}
