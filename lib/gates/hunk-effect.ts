import type { Database } from '@/lib/db/database'
import { testsThatRead } from '@/lib/memory-tests/covered-paths'
import { askGate } from '@/lib/memory-tests/gates/ask-gate'
import { checkTests, isToAsk } from '@/lib/memory-tests/gates/check-gates'
import { type ComingState, comingState } from '@/lib/memory-tests/gates/coming-state'
import type { GateCheck } from '@/lib/memory-tests/model/gate'
import { changeOfHunk } from '@/lib/review/hunks/change-of-hunk'
import { type HunkName, parseHunkId } from '@/lib/review/model/hunk'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { triedChanges } from '@/lib/store/proposals/tried-changes'
import { type RevertedMemory, revertHunks } from '@/lib/store/undo/revert-hunks'

export interface HunkInput {
  storeId: string
  changesetId: string
  /** see `hunkId` */
  hunkId: string
  by: Actor
}

/** The tests that read a hunk's memory, and how each stands on the store without the hunk. */
export interface HunkEffect {
  memoryId: string
  path: string | null
  check: GateCheck
}

/**
 * Looks up what depends on a hunk (why.md, "Faces"): the tests whose answers read its memory when they
 * last passed, as they stand on the store without it. Asks no model. Null: there is no such hunk, or
 * taking it out would change nothing, because it is gone or others changed the same lines since.
 */
export async function hunkEffect(db: Database, input: HunkInput): Promise<HunkEffect | null> {
  const without = await storeWithout(db, input)
  if (!without) return null
  const { state, tests, memoryId, path } = without
  return { memoryId, path, check: await checkTests(db, state, tests) }
}

/**
 * Asks the tests that have not told yet, in the background. Refuses `plan_changed` if `shown`, the
 * state that a person was told the price of, would not come about any more.
 */
export async function askHunkEffect(
  db: Database,
  { shown, ...input }: HunkInput & { shown: string },
): Promise<void> {
  const without = await storeWithout(db, input)
  if (without?.state.hash !== shown) {
    return refuse({ kind: 'plan_changed', storeId: input.storeId })
  }
  const { state, tests } = without
  const { gates } = await checkTests(db, state, tests)
  const { changesetId: subject, by } = input
  for (const { testId } of gates.filter(isToAsk)) {
    await askGate(db, { testId, state, subject, by })
  }
}

async function storeWithout(db: Database, { storeId, changesetId, hunkId, by }: HunkInput) {
  const hunk = parseHunkId(hunkId)
  const change = hunk && (await changeOfHunk(db, changesetId, hunk))
  if (!change) return null
  const { memoryId } = hunk
  const path = change.after?.path ?? change.before?.path ?? null
  const reverted: RevertedMemory = {
    memoryKey: change.memoryKey,
    through: hunk.through,
    parts: partsOf(hunk),
  }
  const tried = await triedChanges(db, storeId, (trial) =>
    revertHunks(
      trial,
      { storeId, changesetId, cause: { actor: by } },
      {
        onBegun: async () => {},
        memories: async () => [reverted],
        onApplied: async () => {},
      },
    ),
  )
  const state: ComingState = comingState(tried)
  if (state.laid.size === 0) return null
  const tests = await testsThatRead(db, { storeId, memoryId })
  return { state, tests, memoryId, path }
}

function partsOf({ kind, memoryId: _, through: __, ...hunk }: HunkName): RevertedMemory['parts'] {
  if (kind === 'created' || kind === 'deleted') return 'all'
  if (kind === 'renamed') return { path: true, hunks: [] }
  return { path: false, hunks: [{ hunk, text: null }] }
}
