import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { refuse } from '@/lib/store/model/problems'
import { dropLeftOut, getLeftOut, type SeedLeftOut } from '@/lib/store/seeding/seed-left-outs'
import { headInStore } from './seed-target'

/** The decision on a conflict: one side, or a custom text. */
export type LeftOutChoice =
  | { take: 'store' }
  | { take: 'source' }
  | { take: 'text'; content: string }

export interface DecideLeftOutInput {
  storeId: string
  key: number
  choice: LeftOutChoice
  /** hash of the content they looked at; null if there was no memory */
  seen: string | null
  cause: Cause
}

/**
 * Decides a conflict left by a seeding. Both sides become versions, the chosen one last, so nothing
 * is lost, each can be restored, and the next seeding does not ask again. Returns false if it was
 * decided meanwhile. Refuses `precondition_failed` if the memory is not what was seen.
 */
export async function decideLeftOut(db: Database, input: DecideLeftOutInput): Promise<boolean> {
  const { storeId, key, seen } = input
  const found = await getLeftOut(db, { storeId, key })
  if (!found || found.leftOut.kind !== 'conflict') return false
  const { leftOut, seed } = found
  const head = await headInStore(db, storeId, leftOut.path)
  if ((head?.sha256 ?? null) !== seen) {
    refuse({ kind: 'precondition_failed', storeId, memoryId: '', path: leftOut.path })
  }
  const steps = stepsOf(leftOut, input, head ? await head.text() : null)
  const { path } = leftOut
  await applyMoment(db, {
    storeId,
    batch: { kind: 'seed' },
    steps,
    cause: input.cause,
    seed: {
      seed,
      // A path that the source no longer has gets no base: the next seeding would delete it.
      entries: ([first]) =>
        new Map([[path, leftOut.content === null ? null : (first?.sequence ?? null)]]),
      reference: null,
    },
  })
  await dropLeftOut(db, key)
  return true
}

function stepsOf(
  { path, content }: SeedLeftOut,
  { choice, seen }: DecideLeftOutInput,
  stores: string | null,
): HistoryStep[] {
  const chosen =
    choice.take === 'text' ? choice.content : choice.take === 'store' ? stores : content
  const steps: HistoryStep[] = []
  // The source's text first, as a version: it is the base of the next seeding.
  if (content !== null) steps.push({ op: 'write', path, content, expected: seen })
  if (chosen === content) {
    if (content === null && seen !== null) steps.push({ op: 'delete', path, expected: seen })
  } else if (chosen === null) steps.push({ op: 'delete', path })
  else if (chosen !== stores || content !== null) steps.push({ op: 'write', path, content: chosen })
  return steps
}
