'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { gateChoice, gated } from '@/components/gates/gated'
import { command } from '@/components/commands/command'
import { everyPage } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { mergeBranchPastGates } from '@/lib/gates/merge-branch'
import type { Gated } from '@/lib/memory-tests/model/gate'
import type { MergeChoice, MergeObstacle } from '@/lib/store/model/branch-merge'

/** Makes a branch of a store, now or at a moment; answers its id. */
export const makeBranchAction = command(
  z.object({
    storeId: z.string(),
    name: z.string().trim(),
    /** null: now */
    sequence: z.int().nonnegative().nullable(),
  }),
  async ({ storeId, name, sequence }) => {
    const at = sequence === null ? undefined : { sequence }
    return (await makeBranch(database(), { storeId, name, at, cause: PERSON })).id
  },
  everyPage,
)

const choice = z.union([
  z.object({ take: z.enum(['origin', 'branch', 'both']) }),
  z.object({ text: z.string() }),
])

/** What a merge did, as its page shows it. */
export interface MergeOutcome {
  originId: string
  batchId: string | null
  memories: number
  /** what it left, and why */
  left: { path: string; obstacle: MergeObstacle | null }[]
}

/** Merges a branch as it was shown; nothing if it is another by now. */
export const mergeBranchAction = command(
  z.object({
    storeId: z.string(),
    plan: z.string(),
    choices: z.array(z.tuple([z.string(), choice])),
    gates: gateChoice.optional(),
  }),
  ({ choices, ...wanted }): Promise<Gated<MergeOutcome>> =>
    gated(async () => {
      const chosen = new Map<string, MergeChoice>(choices)
      const merged = await mergeBranchPastGates(database(), {
        ...wanted,
        ...{ choices: chosen, cause: PERSON },
      })
      return {
        originId: merged.storeId,
        batchId: merged.batchId,
        memories: merged.versionIds.length,
        left: merged.left.map(({ path, obstacle }) => ({ path, obstacle })),
      }
    }),
  // A refusal means that the page was outdated. What was done stays on it until it is left.
  ({ storeId }, { isDone }) => (isDone ? null : `/stores/${storeId}/merge`),
)
