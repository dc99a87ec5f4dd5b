import type { Database } from '@/lib/db/database'
import { testsThatRead } from '@/lib/memory-tests/covered-paths'
import { askGate } from '@/lib/memory-tests/gates/ask-gate'
import { checkTests, isToAsk } from '@/lib/memory-tests/gates/check-gates'
import { type ComingState, comingState } from '@/lib/memory-tests/gates/coming-state'
import type { GateCheck } from '@/lib/memory-tests/model/gate'
import { changesOfHunks } from '@/lib/review/hunks/change-of-hunk'
import { type HunkName, parseHunkId } from '@/lib/review/model/hunk'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores/read-stores'
import { changesOfRevert, type RevertedMemory } from '@/lib/store/undo/revert-hunks'
import { groupedBy } from '@/lib/text/grouped-by'

export interface HunkInput {
  storeId: string
  changesetId: string
  /** see `hunkId`; several, as of a change that is decided at once, are taken out together */
  hunkIds: readonly string[]
  by: Actor
}

/** The tests that read a memory of some hunks, and how each stands on the store without them. */
export interface HunkEffect {
  /** of each of their memories; null: it has none any more */
  paths: readonly (string | null)[]
  /** null: no test reads the memories, and what taking the hunks out would do was not looked at */
  check: GateCheck | null
}

/**
 * The reason that nothing is asked without hunks: they are none or no longer there, agents are not
 * served them, or their store is archived.
 */
export type NoEffect = 'gone' | 'quarantined' | 'archived'

/**
 * Looks up what depends on hunks (why.md, "Faces"): the tests whose answers read one of their memories
 * when they last passed, as they stand on the store without them. Asks no model, and writes nothing.
 */
export async function hunkEffect(db: Database, input: HunkInput): Promise<HunkEffect | NoEffect> {
  const without = await storeWithout(db, input)
  if (typeof without === 'string') return without
  const { state, tests, paths } = without
  return { paths, check: state && (await checkTests(db, state, tests)) }
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

interface Without extends Pick<HunkEffect, 'paths'> {
  /** null: no test reads the memories */
  state: ComingState | null
  tests: Awaited<ReturnType<typeof testsThatRead>>
}

async function storeWithout(
  db: Database,
  { storeId, changesetId, hunkIds, by }: HunkInput,
): Promise<Without | NoEffect> {
  const hunks = hunkIds.flatMap((id) => parseHunkId(id) ?? [])
  const changes = await changesOfHunks(db, changesetId, hunks)
  if (changes.length === 0) return 'gone'
  const paths = changes.map(({ before, after }) => after?.path ?? before?.path ?? null)
  const memoryIds = new Set(changes.map(({ memoryId }) => memoryId))
  const tests = await testsThatRead(db, { storeId, memoryIds })
  if (tests.length === 0) return { paths, tests, state: null }
  if ((await getStore(db, storeId)).archivedAt !== null) return 'archived'
  const ofMemory = groupedBy(hunks, ({ memoryId }) => memoryId)
  const reverted = changes.map(({ memoryKey, memoryId }): RevertedMemory => {
    const own = ofMemory.get(memoryId) ?? []
    return { memoryKey, through: own[0]?.through ?? 0, parts: partsOf(own) }
  })
  const coming = await changesOfRevert(
    db,
    { storeId, changesetId, cause: { actor: by } },
    { memories: async () => reverted, released: async () => new Set() },
  )
  if (coming.written === 0) return 'gone'
  const state = await comingState(coming)
  return state.laid.size === 0 ? 'quarantined' : { paths, tests, state }
}

function partsOf(hunks: readonly HunkName[]): RevertedMemory['parts'] {
  if (hunks.some(({ kind }) => kind === 'created' || kind === 'deleted')) return 'all'
  return {
    path: hunks.some(({ kind }) => kind === 'renamed'),
    hunks: hunks.flatMap((hunk) => (hunk.kind === 'lines' ? { hunk, text: null } : [])),
  }
}
