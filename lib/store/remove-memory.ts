import type { Database } from '@/lib/db/database'
import type { Cause } from './actor'
import { requireMemory } from './core/find'
import { changeStore } from './core/ledger'
import { end } from './core/write-memory'
import { checkPrecondition, type Precondition } from './precondition'

export interface RemoveMemoryInput {
  storeId: string
  memoryId: string
  precondition?: Precondition | undefined
  cause: Cause
}

/**
 * Deletes a live memory with a `deleted` version; an archived store allows it. Refuses
 * `memory_not_found`, `precondition_failed`. Returns the id of the version.
 */
export async function removeMemory(db: Database, input: RemoveMemoryInput): Promise<string> {
  const { storeId, memoryId } = input
  return changeStore(
    db,
    storeId,
    input.cause,
    async (ledger) => {
      const memory = await requireMemory(ledger.tx, ledger.storeKey, { storeId, memoryId })
      checkPrecondition(memory, storeId, input.precondition)
      return (await end(ledger, memory)).versionId
    },
    { whenArchived: 'allow' },
  )
}
