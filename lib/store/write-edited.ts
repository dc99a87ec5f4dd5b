import type { Database } from '@/lib/db/database'
import { createMemory } from './create-memory'
import type { Cause } from './model/actor'
import type { ProposedChange } from './propose-changes'
import { updateMemory } from './update-memory'

/**
 * Writes a person's text where a proposed change (`editedChange`) would have written the agent's,
 * which is never stored. Returns the version; null if the memory already holds the text. Refuses
 * like `createMemory` and `updateMemory`.
 */
export async function writeEdited(
  db: Database,
  input: { change: ProposedChange; content: string; cause: Cause },
): Promise<string | null> {
  const { change, content, cause } = input
  const { storeId, memoryId, before, after } = change
  if (before === null) {
    const path = after?.path ?? ''
    return (await createMemory(db, { storeId, path, content, cause })).versionId
  }
  const { versionId } = await updateMemory(db, { storeId, memoryId, content, cause })
  return versionId === change.baseVersionId ? null : versionId
}
