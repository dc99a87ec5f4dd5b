import type { Database } from '@/lib/db/database'
import type { Cause } from '../model/actor'
import { baseOf, isSameBase } from '../model/shown-changes'
import { type ProposedChange, basesOfCause, type Recognised } from '../proposals/propose-changes'
import { refuseQuarantined } from '../quarantine/quarantined'
import { requireToChange } from '../write/find'
import { stateOf } from '../write/memory-state'
import { checkContent } from '../model/check-input'
import { isLive } from '../write/memory-of'
import type { MemoryRow } from '../write/sql/heads'
import { changeStore } from '../write/store-transaction'
import { insertMemory, updateLiveMemory } from '../write/write-memory'

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

/** Thrown when the write would differ from what was shown; nothing was written. */
export class ChangedSinceShownError extends Error {
  override readonly name = 'ChangedSinceShownError'
}

/**
 * Runs `work`, all of whose changes must be made in one transaction: it commits only if they start
 * from exactly the versions that were shown. Of work that changes something in two, the first is not
 * all that was shown, so nothing is changed. Throws `ChangedSinceShownError`; then nothing was
 * changed. `cause` must name a session and a tool use, which identify the changes.
 */
export async function landAsShown<T>(
  db: Database,
  cause: Recognised,
  base: readonly string[],
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const guarded = Object.create(db) as Database
  Object.defineProperty(guarded, 'write', {
    value: <Value>(job: Parameters<Database['write']>[0]) =>
      db.write(async (tx) => {
        const touched = new Set<number>()
        const touch = (key: number) => {
          touched.add(key)
          tx.touch(key)
        }
        const value = (await job({ ...tx, touch })) as Value
        const bases = await basesOfCause(tx, touched, cause)
        if (touched.size > 0 && !isSameBase(baseOf(bases), base)) {
          throw new ChangedSinceShownError('the write changed since it was looked at')
        }
        return value
      }),
  })
  return work(guarded)
}
