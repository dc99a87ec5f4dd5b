import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { applyReview } from './apply-review'
import { changesetMemories } from './changeset-memories'
import { decideHunks } from './decide-hunks'
import { getChangeset } from './get-changeset'
import { hunkId } from './model/hunk'

/** Of a changeset with more memories it is not asked whether any of it stands. */
const MAX_MEMORIES = 2_000

/**
 * Whether nothing that is open in a changeset stands any more: each of its open memories is again as
 * it was before, or was created by it and is deleted. False if that is not known: nothing is open, a
 * content was redacted, or there are too many memories.
 */
export async function isGone(
  db: Database,
  changeset: { id: string; memoryCount: number; openHunks: number },
): Promise<boolean> {
  if (changeset.openHunks === 0 || changeset.memoryCount > MAX_MEMORIES) return false
  const standing = await db.read.get<{ one: number }>(
    `SELECT 1 AS one FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN memories m
     WHERE s.id = ? AND c.changeset_key = s.key AND c.open_hunks > 0 AND m.key = c.memory_key
       AND NOT (m.path IS NULL AND c.kind = 'created')
       AND NOT EXISTS (SELECT 1 FROM memory_versions b CROSS JOIN path_nodes n
         WHERE b.memory_key = c.memory_key AND b.sequence = (SELECT max(e.sequence)
             FROM memory_versions e WHERE e.memory_key = c.memory_key AND e.sequence < (
               SELECT min(f.sequence) FROM memory_versions f
               WHERE f.changeset_key = c.changeset_key AND f.memory_key = c.memory_key))
           AND b.operation <> 'deleted' AND b.sha256 = m.sha256
           AND n.key = b.node_key AND n.path = m.path)
     LIMIT 1`,
    [changeset.id],
  )
  return standing === undefined
}

/**
 * Closes a changeset of which nothing stands any more: what is open counts as reverted, which it is.
 * Writes no version; returns how many hunks that were. Refuses `changeset_not_found`, as
 * `decideHunks` does, and `plan_changed` if some of it stands after all.
 */
export async function closeGone(
  db: Database,
  { changesetId, reviewer }: { changesetId: string; reviewer: Actor },
): Promise<number> {
  const changeset = await getChangeset(db, changesetId)
  const { storeId } = changeset
  if (!(await isGone(db, changeset))) return refuse({ kind: 'plan_changed', storeId })
  const memories = await changesetMemories(db, changesetId)
  const decisions = memories.flatMap((memory) =>
    memory.hunks.flatMap((hunk) =>
      hunk.verdict === null
        ? {
            hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
            decision: 'rejected' as const,
            seen: false,
          }
        : [],
    ),
  )
  await decideHunks(db, { changesetId, decisions, reviewer })
  const { plan, planHash } = await applyReview(db, { changesetId, reviewer, isDryRun: true })
  // Somebody wrote it again meanwhile: it lies in the tray, and is applied by who sees it there.
  if (plan.willChange.length > 0) return refuse({ kind: 'plan_changed', storeId })
  await applyReview(db, { changesetId, reviewer, plan: planHash })
  return decisions.length
}
