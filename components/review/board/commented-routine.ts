import 'server-only'
import { memoryThreads } from '@/components/comments/hunk-threads'
import { type ChangesetView, changesetTexts, type ListedHunk } from '../changeset/read-changeset'

/**
 * The routine hunks with comments that nobody resolved: these are shown where they are, also while
 * the others are folded. `openComments`: how many there are, by the memories' keys.
 */
export async function commentedRoutine(
  view: ChangesetView,
  openComments: ReadonlyMap<number, number>,
): Promise<ListedHunk[]> {
  const hunks = view.routine.filter(({ memory }) => openComments.has(memory.memoryKey))
  if (hunks.length === 0) return []
  const memories = [...new Set(hunks.map(({ memory }) => memory))]
  const changes = await changesetTexts(view, memories)
  const threads = await memoryThreads(view.changeset.id, hunks, [...changes.values()])
  const isOpen = ({ id, memory }: ListedHunk) =>
    threads
      .get(memory.memoryId)
      ?.inHunks.get(id)
      ?.some(({ thread }) => thread.status === 'open') ?? false
  return hunks.filter(isOpen)
}
