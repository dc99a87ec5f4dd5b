import type { Database } from '@/lib/db/database'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import { listVersions } from '@/lib/store/versions/read-versions'
import { splitLines } from '@/lib/text/lines'
import { statesOfLine } from '@/lib/text/states-of-line'
import type { ExaminedHunk } from '../model/changeset'

/** The newest versions of a memory in which a value may have gone to and fro. */
const MAX_VERSIONS = 8

/** Added lines of one hunk that are followed back. */
const MAX_FOLLOWED = 5

export interface LineStatesInput {
  storeId: string
  change: ChangesetChange
  /** of the memory */
  hunks: readonly ExaminedHunk[]
}

/**
 * The values that an added line of each hunk went through, in the hunks' order, if one of them came
 * back; null: none did. Memories that a changeset wrote once, and not back to what they were, are
 * not read.
 */
export async function lineStates(
  db: Database,
  { storeId, change, hunks }: LineStatesInput,
): Promise<(string[] | null)[]> {
  const mayFlip = change.versionIds.length > 1 || hunks.some(isBack)
  if (!mayFlip || !change.after) return hunks.map(() => null)
  const { memoryId, through } = change
  const { versions } = await listVersions(db, {
    storeId,
    memoryId,
    before: through + 1,
    limit: MAX_VERSIONS,
    view: 'full',
  })
  const texts = versions.flatMap(({ content }) => content ?? []).toReversed()
  const lines = splitLines(change.after.content)
  return hunks.map(({ afterFrom, afterCount }) => {
    const added = lines.slice(afterFrom, afterFrom + Math.min(afterCount, MAX_FOLLOWED))
    for (const line of added) {
      const states = line.trim() === '' ? null : statesOfLine(texts, line)
      if (states) return states
    }
    return null
  })
}

const isBack = ({ reasons }: ExaminedHunk) => reasons.includes('flip_flop')
