import type { WriteSql } from '@/lib/db/sql'
import { type FileStep, type TakenIn, takeInFiles } from '@/lib/store/memories/take-in-files'
import type { Cause } from '@/lib/store/model/actor'
import { groupedBy } from '@/lib/text/grouped-by'
import { queueChange } from '../sql/queued'
import { completeQueued, isOnlyRedaction } from './complete-queued'
import type { Writer } from './transcripts'
import type { WatchedFolder } from './watched-folder'

/** A writer, and the cause that its versions name. */
export interface By {
  writer: Writer | null
  cause: Cause
}

/** The items that one call left, or nobody that is known. */
export interface ByOne<Item> {
  writer: Writer | null
  items: Item[]
}

export function byCall<Item>(
  items: readonly Item[],
  writers: readonly (Writer | null)[],
): ByOne<Item>[] {
  const groups = groupedBy(
    items.map((item, index) => ({ item, writer: writers[index] ?? null })),
    ({ writer }) => (writer ? `${writer.session.outerId} ${writer.call?.toolUseId ?? ''}` : ''),
  )
  return [...groups.values()].map((group) => ({
    writer: group[0]?.writer ?? null,
    items: group.map(({ item }) => item),
  }))
}

/** Of files that are taken in together. */
interface Redacted {
  /** whether anything was redacted in the store while it had the folder */
  hasRedactions: boolean
  /** whether the file at a path still holds some of it */
  holdsRedacted: (path: string) => boolean
}

const NOTHING_REDACTED: Redacted = { hasRedactions: false, holdsRedacted: () => false }

/**
 * Writes what happened to files as versions of one writer, with what `note` writes of them, and ends
 * what waited at their paths.
 */
export async function takeInSteps(
  folder: WatchedFolder,
  steps: readonly FileStep[],
  cause: Cause,
  note: (tx: WriteSql, taken: readonly TakenIn[]) => Promise<void>,
  { hasRedactions, holdsRedacted }: Redacted = NOTHING_REDACTED,
): Promise<void> {
  const { db, row, batches } = folder
  const writer = `${cause.sessionId ?? ''} ${cause.toolUseId ?? ''}`
  await folder.atStep('take in')
  const batchKey = await takeInFiles(db, {
    storeId: row.storeId,
    steps,
    cause,
    batchKey: batches.get(writer) ?? null,
    within: async (tx, taken) => {
      await folder.requireLease(tx)
      await note(tx, taken)
      for (const [index, { path, isNew, sequence }] of taken.entries()) {
        const step = steps[index]
        const isOvertaken = isNew && !(hasRedactions && (await isOnlyRedaction(tx, folder, path)))
        await completeQueued(tx, folder, path, isOvertaken)
        if (step?.op === 'rename') await completeQueued(tx, folder, step.from, isNew)
        const isTwoWay = row.direction === 'two_way'
        if (isTwoWay && holdsRedacted(path)) {
          await queueChange(tx, row, { path, sequence, now: Date.now() })
        }
      }
    },
  })
  if (batchKey !== null) batches.set(writer, batchKey)
  await folder.atStep('taken in')
}
