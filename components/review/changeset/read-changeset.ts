import 'server-only'
import { database } from '@/lib/db/open-database'
import {
  changesetMemories,
  type ReviewedHunk,
  type ReviewedMemory,
} from '@/lib/review/changesets/changeset-memories'
import { isShownByMemory } from '@/lib/review/hunks/list-hunks'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import type { Changeset } from '@/lib/review/model/changeset'
import { hunkId } from '@/lib/review/model/hunk'
import { rankOf } from '@/lib/review/model/attention'
import { changesetChanges, type ChangesetChange } from '@/lib/store/changes/changeset-changes'

/** A hunk with its memory, in the order in which a page shows it. */
export interface ListedHunk {
  id: string
  memory: ReviewedMemory
  hunk: ReviewedHunk
}

/** A changeset as its page shows it. */
export interface ChangesetView {
  changeset: Changeset
  memories: ReviewedMemory[]
  /** hunks to read, the highest level first; then the routine ones */
  toRead: ListedHunk[]
  routine: ListedHunk[]
  /** whether it is too large for its lines, and decided a memory at a time */
  isByMemory: boolean
}

/** Reads a changeset without its texts. Refuses `changeset_not_found`. */
export async function readChangeset(changesetId: string): Promise<ChangesetView> {
  const changeset = await getChangeset(database(), changesetId)
  const memories = await changesetMemories(database(), changesetId)
  const listed = memories.flatMap((memory) =>
    memory.hunks.map((hunk) => ({
      id: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
      memory,
      hunk,
    })),
  )
  const isRoutine = ({ hunk }: ListedHunk) => hunk.routine !== null && hunk.reasons.length === 0
  return {
    changeset,
    memories,
    toRead: byLevel(listed.filter((each) => !isRoutine(each))),
    routine: listed.filter(isRoutine),
    isByMemory: isShownByMemory(memories),
  }
}

/** The memories of the highest hunks first; a memory's hunks stay together and in order. */
function byLevel(hunks: readonly ListedHunk[]): ListedHunk[] {
  const highest = new Map<number, number>()
  for (const each of hunks) {
    const { memoryKey } = each.memory
    highest.set(memoryKey, Math.max(highest.get(memoryKey) ?? 0, rankOf(each.hunk.level)))
  }
  const of = ({ memory }: ListedHunk) => highest.get(memory.memoryKey) ?? 0
  return hunks.toSorted((one, other) => of(other) - of(one))
}

/** The texts of some of its memories, by the memories' keys. */
export async function changesetTexts(
  { changeset }: ChangesetView,
  memories: readonly ReviewedMemory[],
): Promise<Map<number, ChangesetChange>> {
  const wanted = new Map(memories.map((memory) => [memory.memoryKey, memory.through]))
  const changes = await changesetChanges(database(), {
    storeId: changeset.storeId,
    changesetId: changeset.id,
    memories: [...wanted].map(([memoryKey, until]) => ({ memoryKey, until })),
  })
  return new Map(changes.map((change) => [change.memoryKey, change]))
}
