import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { requireToChange } from './core/find'
import { refuseQuarantined } from './core/refuse-quarantined'
import { changeStore } from './core/store-transaction'
import { deleteMemory } from './core/write-memory'
import { checkPrecondition, type Precondition } from './core/precondition'
import { refuseUnseen } from './core/refuse-unseen'

/** Which memory: by id, wherever it is, or the one at a path at the time of deletion. */
type RemovedMemory = { memoryId: string; path?: undefined } | { path: string; memoryId?: undefined }

export type RemoveMemoryInput = RemovedMemory & {
  storeId: string
  precondition?: Precondition | undefined
  /** the last change that the caller saw, as for `putMemory` */
  seen?: number | undefined
  cause: Cause
}

/**
 * Deletes a live memory by a `deleted` version; an archived store allows it. Refuses
 * `memory_not_found`, `precondition_failed`, `changed_since_seen`. Returns the id of the version.
 */
export async function removeMemory(db: Database, input: RemoveMemoryInput): Promise<string> {
  const { storeId, memoryId, path } = input
  return changeStore(
    db,
    storeId,
    input.cause,
    async (transaction) => {
      await refuseQuarantined(transaction, { memoryId, path })
      const memory = await requireToChange(transaction, { memoryId, path })
      checkPrecondition(memory, storeId, input.precondition)
      await refuseUnseen(transaction, [memory], input.seen)
      return (await deleteMemory(transaction, memory)).versionId
    },
    { whenArchived: 'allow', ahead: { memoryId, path } },
  )
}
