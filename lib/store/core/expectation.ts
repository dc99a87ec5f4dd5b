import { refuse } from '../model/problems'
import { checkPrecondition, type Precondition } from './precondition'
import { refuseUnseen } from './refuse-unseen'
import type { LiveMemoryRow } from './rows'
import type { StoreTransaction } from './store-transaction'

/** What a caller takes a memory to be when they change it by its path. */
export interface Expectation {
  precondition?: Precondition | undefined
  /**
   * the last change that the caller saw; refuses `changed_since_seen` if someone else changed the
   * memory after it
   */
  seen?: number | undefined
}

/** Refuses if the memory at a path is not what the caller takes it to be; undefined: there is none. */
export async function checkExpectation(
  transaction: StoreTransaction,
  memory: LiveMemoryRow | undefined,
  path: string,
  { precondition, seen }: Expectation,
): Promise<void> {
  const { storeId } = transaction
  if (memory) {
    checkPrecondition(memory, storeId, precondition)
    await refuseUnseen(transaction, [memory], seen)
  } else if (precondition) refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
}
