import { contextWindowOf } from '@/lib/agent/model-window'
import type { AttachedStore } from '@/lib/agent/session'
import { checkedSettings } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import type { Snapshot } from '@/lib/replay/scratch/snapshot'
import { getStore } from '@/lib/store/stores/read-stores'
import { mountNames } from '@/lib/text/mount-name'
import type { MemoryTest } from '../model/memory-test'
import type { Conversation } from './ask-in-memory'

/** The question of a test, who is asked, and how it reaches the store. */
export type AskedSettings = Pick<
  MemoryTest,
  'storeId' | 'model' | 'messages' | 'access' | 'instructions' | 'toolSet'
>

/**
 * The conversation of a test, on these memories of its store: what a session of its model would be
 * with that store alone. Refuses `store_not_found`.
 */
export async function conversationOf(
  db: Database,
  { storeId, model, messages, access, instructions, toolSet }: AskedSettings,
  snapshot: Snapshot,
): Promise<Conversation> {
  const { name, description } = await getStore(db, storeId)
  const [mountName = ''] = mountNames([name])
  const store: AttachedStore = {
    ...{ storeId, name, description, mountName },
    access,
    instructions: '',
  }
  const settings = checkedSettings({ model, instructions, toolSet })
  const window = await contextWindowOf(settings)
  return { stores: [store], settings, window, messages, snapshots: [snapshot] }
}

/**
 * The same, asked about another store in its place, such as a branch. That is shown under the name of
 * the test's own store: nothing but its memories may tell them apart. Refuses `store_not_found`.
 */
export async function conversationIn(
  db: Database,
  { test, storeId }: { test: AskedSettings; storeId: string },
  snapshot: Snapshot,
): Promise<Conversation> {
  const conversation = await conversationOf(db, test, snapshot)
  const stores = conversation.stores.map((store) => ({ ...store, storeId }))
  return { ...conversation, stores }
}
