import type { Database } from '@/lib/db/database'
import { type ChangesetChange, changesetChanges } from '@/lib/store/changes/changeset-changes'
import { keysOfMemories } from '@/lib/store/memories/keys-of-memories'
import type { ChosenLines } from '@/lib/text/chosen-lines'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { withoutEmptyEnds } from '@/lib/text/without-empty-ends'
import { getChangeset } from '../changesets/list-changesets'
import { type HunkName, parseHunkId } from '../model/hunk'

/** The change of the memory that a hunk is of; null: it names none of the changeset's. */
export async function changeOfHunk(
  db: Database,
  changesetId: string,
  hunk: HunkName,
): Promise<ChangesetChange | null> {
  const [change = null] = await changesOfHunks(db, changesetId, [hunk])
  return change
}

/**
 * The changes of the memories that hunks are of, each once; without those that the changeset did not
 * change. Refuses `changeset_not_found`.
 */
export async function changesOfHunks(
  db: Database,
  changesetId: string,
  hunks: readonly HunkName[],
): Promise<ChangesetChange[]> {
  const { storeId } = await getChangeset(db, changesetId)
  const until = new Map(hunks.map(({ memoryId, through }) => [memoryId, through]))
  const keys = await keysOfMemories(db.read, [...until.keys()])
  return changesetChanges(db, {
    storeId,
    changesetId,
    memories: [...until].flatMap(([memoryId, through]) => {
      const memoryKey = keys.get(memoryId)
      return memoryKey === undefined ? [] : { memoryKey, until: through }
    }),
  })
}

export interface TextOfHunkInput {
  changesetId: string
  /** see `hunkId` */
  hunkId: string
  /** only these of its lines; left out: all */
  lines?: ChosenLines | undefined
}

/**
 * The lines that a hunk added, or else those that it removed, as they were written, without empty
 * lines around them; of a rename the new path. Null if there is no such hunk any more. Refuses
 * `changeset_not_found`.
 */
export async function textOfHunk(
  db: Database,
  { changesetId, hunkId, lines }: TextOfHunkInput,
): Promise<string | null> {
  const hunk = parseHunkId(hunkId)
  const change = hunk && (await changeOfHunk(db, changesetId, hunk))
  if (!change) return null
  const { before, after } = change
  if (hunk.kind === 'renamed') return after?.path ?? null
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const removed = linesWithEnds(before?.content ?? '').slice(beforeFrom, beforeFrom + beforeCount)
  const added = linesWithEnds(after?.content ?? '').slice(afterFrom, afterFrom + afterCount)
  const chosen = (all: readonly string[], wanted: readonly number[] | undefined) =>
    wanted ? all.filter((_, index) => wanted.includes(index)) : all
  const now = chosen(added, lines?.added)
  const text = (now.length > 0 ? now : chosen(removed, lines?.removed)).join('')
  return withoutEmptyEnds(text)
}
