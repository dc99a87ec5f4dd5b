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
import { getStore } from '@/lib/store/stores/read-stores'
import { changesOfRevert, type RevertedMemory } from '@/lib/store/undo/revert-hunks'

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
  /** null: no test reads the memory, and what taking the hunk out would do was not looked at */
  check: GateCheck | null
}

/**
 * The reason that nothing is asked without a hunk: it is none or no longer there, agents are not served
 * it, or its store is archived.
 */
export type NoEffect = 'gone' | 'quarantined' | 'archived'

/**
 * Looks up what depends on a hunk (why.md, "Faces"): the tests whose answers read its memory when they
 * last passed, as they stand on the store without it. Asks no model, and writes nothing.
 */
export async function hunkEffect(db: Database, input: HunkInput): Promise<HunkEffect | NoEffect> {
  const without = await storeWithout(db, input)
  if (typeof without === 'string') return without
  const { state, tests, memoryId, path } = without
  return { memoryId, path, check: state && (await checkTests(db, state, tests)) }
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
  if (typeof without === 'string' || without.state?.hash !== shown) {
    return refuse({ kind: 'plan_changed', storeId: input.storeId })
  }
  const { state, tests } = without
  const { gates } = await checkTests(db, state, tests)
  const { changesetId: subject, by } = input
  for (const { testId } of gates.filter(isToAsk)) {
    await askGate(db, { testId, state, subject, by })
  }
}

interface Without extends Pick<HunkEffect, 'memoryId' | 'path'> {
  /** null: no test reads the memory */
  state: ComingState | null
  tests: Awaited<ReturnType<typeof testsThatRead>>
}

async function storeWithout(
  db: Database,
  { storeId, changesetId, hunkId, by }: HunkInput,
): Promise<Without | NoEffect> {
  const hunk = parseHunkId(hunkId)
  const change = hunk && (await changeOfHunk(db, changesetId, hunk))
  if (!change) return 'gone'
  const { memoryId } = hunk
  const path = change.after?.path ?? change.before?.path ?? null
  const tests = await testsThatRead(db, { storeId, memoryId })
  if (tests.length === 0) return { memoryId, path, tests, state: null }
  if ((await getStore(db, storeId)).archivedAt !== null) return 'archived'
  const { memoryKey } = change
  const reverted: RevertedMemory = { memoryKey, through: hunk.through, parts: partsOf(hunk) }
  const coming = await changesOfRevert(
    db,
    { storeId, changesetId, cause: { actor: by } },
    { memories: async () => [reverted], released: async () => new Set() },
  )
  if (coming.written === 0) return 'gone'
  const state = await comingState(coming)
  return state.laid.size === 0 ? 'quarantined' : { memoryId, path, tests, state }
}

function partsOf({ kind, memoryId: _, through: __, ...hunk }: HunkName): RevertedMemory['parts'] {
  if (kind === 'created' || kind === 'deleted') return 'all'
  if (kind === 'renamed') return { path: true, hunks: [] }
  return { path: false, hunks: [{ hunk, text: null }] }
}
