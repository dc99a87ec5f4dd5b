import type { Database } from '@/lib/db/database'
import { changesetChanges } from '@/lib/store/changeset-changes'
import { type ChosenLines, withChosenReverted, withOthersReverted } from '@/lib/text/chosen-lines'
import { getChangeset } from './get-changeset'
import type { HunkDecision } from './decide-hunks'
import { parseHunkId } from './model/hunk'
import { refuseReview } from './model/review-problems'

export interface LinesDecision {
  /** of lines, or of a memory that was created; see `hunkId` */
  hunkId: string
  /** `accepted`: only the chosen lines stay; `rejected`: only they go back */
  decision: 'accepted' | 'rejected'
  lines: ChosenLines
}

/**
 * The decision that does to some lines of a hunk what was said of them: `edited`, with what the
 * hunk's lines are to become. It is recorded by `decideHunks`. Refuses `changeset_not_found`,
 * `hunk_not_found`.
 */
export async function decisionAboutLines(
  db: Database,
  changesetId: string,
  { hunkId, decision, lines }: LinesDecision,
): Promise<HunkDecision> {
  const hunk = parseHunkId(hunkId)
  const isOfLines = hunk?.kind === 'lines' || hunk?.kind === 'created'
  if (!hunk || !isOfLines) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const { storeId } = await getChangeset(db, changesetId)
  const memory = await db.read.get<{ key: number }>('SELECT key FROM memories WHERE id = ?', [
    hunk.memoryId,
  ])
  const [change] = await changesetChanges(db, {
    storeId,
    changesetId,
    memories: memory ? [{ memoryKey: memory.key, until: hunk.through }] : [],
  })
  if (!change) return refuseReview({ kind: 'hunk_not_found', changesetId, hunkId })
  const of = decision === 'rejected' ? withChosenReverted : withOthersReverted
  const [before, after] = [change.before?.content ?? '', change.after?.content ?? '']
  const content = of({ before, after, hunk, chosen: lines })
  return { hunkId, decision: 'edited', content, seen: true }
}
