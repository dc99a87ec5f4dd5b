'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { restoreStore } from '@/lib/store/undo/restore-store'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { restoreVersion } from '@/lib/store/versions/restore-version'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'
import { type ActOutcome, outcomeOf, undoHrefOf } from './act-outcome'

const shown = z.object({
  storeId: z.string(),
  /** memories that the person left out */
  withoutMemoryIds: z.array(z.string()),
  /** the plan that the person saw */
  plan: z.string(),
})

const act = z.discriminatedUnion('kind', [
  shown.extend({
    kind: z.literal('undo'),
    changes: z.union([
      z.object({ sessionId: z.string() }),
      z.object({ batchId: z.string() }),
      z.object({ changesetId: z.string() }),
      z.object({ versionIds: z.array(z.string()).min(1) }),
      z.object({ from: z.int().nonnegative(), to: z.int().positive() }),
    ]),
    /** whether later changes by others to the same lines are undone as well */
    isForced: z.boolean(),
  }),
  shown.extend({ kind: z.literal('store'), sequence: z.int().nonnegative() }),
  z.object({
    kind: z.literal('version'),
    storeId: z.string(),
    versionId: z.string(),
    /** the head when the person looked at the difference */
    seenVersionId: z.string(),
  }),
])

/** What a plan carries out. */
export type PlannedAct = z.input<typeof act>

/** Does what a plan showed; nothing if it is outdated. */
export const runPlanAction = command(act, run, storePages)

async function run(wanted: z.output<typeof act>): Promise<ActOutcome> {
  if (wanted.kind === 'version') {
    const { memory, batchId } = await restoreVersion(database(), { ...wanted, cause: PERSON })
    const changed = batchId === null ? [] : [{ memoryId: memory.id, path: memory.path }]
    const undoHref = undoHrefOf(wanted.storeId, batchId)
    return { memories: changed.length, changed, left: 0, named: [], undoHref }
  }
  return outcomeOf(
    wanted.storeId,
    wanted.kind === 'undo'
      ? await undoChanges(database(), { ...wanted, cause: PERSON })
      : await restoreStore(database(), {
          ...wanted,
          at: { sequence: wanted.sequence },
          cause: PERSON,
        }),
  )
}
