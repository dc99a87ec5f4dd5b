import type { Database } from '@/lib/db/database'
import type { Conversation } from '@/lib/memory-tests/asking/ask-in-memory'
import { conversationOf } from '@/lib/memory-tests/asking/test-conversation'
import type { MemoryTest } from '@/lib/memory-tests/model/memory-test'
import type { Snapshot } from '@/lib/replay/scratch/snapshot'
import type { RunColumn } from '../model/experiment'

/**
 * The conversation of a test in a column. A branch is shown under the name of the test's own store:
 * nothing but its memories may tell the columns apart. Refuses `store_not_found`.
 */
export async function conversationIn(
  db: Database,
  { test, column }: { test: MemoryTest; column: Pick<RunColumn, 'storeId' | 'model'> },
  snapshot: Snapshot,
): Promise<Conversation> {
  const { storeId, messages } = test
  const model = column.model ?? test.model
  const conversation = await conversationOf(db, { storeId, messages, model }, snapshot)
  const stores = conversation.stores.map((store) => ({ ...store, storeId: column.storeId }))
  return { ...conversation, stores }
}
