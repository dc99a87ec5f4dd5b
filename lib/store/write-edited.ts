import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { checkContent } from './core/check-input'
import { requireToChange } from './core/find'
import { stateOf } from './core/memory-state'
import { refuseQuarantined } from './core/refuse-quarantined'
import { type MemoryRow, isLive } from './core/rows'
import { changeStore } from './core/store-transaction'
import { insertMemory, updateLiveMemory } from './core/write-memory'
import type { ProposedChange } from './propose-changes'

/** A text, and who wrote it. */
interface AttributedText {
  content: string
  cause: Cause
}

export interface WriteEditedInput {
  change: ProposedChange
  /** what the memory is to hold */
  edited: AttributedText
  /** what would be there without the person, with the lines of the agent that they left; null: none */
  left: AttributedText | null
}

/**
 * Writes a person's text where a proposed change (`editedChange`) would have written the agent's,
 * which is never stored: in one transaction, and exempt from the policy, first what they left of it,
 * as the agent's version, then what they made of that, as theirs, so that each line is of who wrote
 * it. Where both are the same one version is written. Returns the
 * versions; none if the memory already holds the text.
 *
 * Refuses like `createMemory` and `updateMemory`.
 */
export async function writeEdited(
  db: Database,
  { change, edited, left }: WriteEditedInput,
): Promise<string[]> {
  const { storeId, memoryId, before, after } = change
  checkContent(edited.content)
  const path = before?.path ?? after?.path ?? ''
  return changeStore(
    db,
    storeId,
    edited.cause,
    async (transaction) => {
      let memory: MemoryRow | null = null
      if (before) {
        await refuseQuarantined(transaction, { memoryId })
        memory = await requireToChange(transaction, { memoryId })
      }
      const versionIds: string[] = []
      for (const { content, cause } of left ? [left, edited] : [edited]) {
        const state = stateOf(path, content)
        const isTooLarge = state.bytes.length > transaction.settings.maxContentBytes
        if (memory?.sha256 === state.sha256 || (isTooLarge && cause === left?.cause)) continue
        transaction.cause = cause
        const written =
          memory && isLive(memory)
            ? await updateLiveMemory(transaction, memory, state)
            : await insertMemory(transaction, state)
        versionIds.push(written.versionId)
        memory = written.memory
      }
      return versionIds
    },
    { review: 'exempt' },
  )
}
