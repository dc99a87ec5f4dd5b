'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import type { Undone } from '@/components/act/use-act'
import { nameMoment as nameMomentOf } from '@/lib/store/moments'
import { undoBatch } from '@/lib/store/plan/do-plan'
import { redactVersion as redactVersionOf } from '@/lib/store/redact/version'
import { restoreVersion as restoreVersionOf } from '@/lib/store/versions'

const storeId = z.string()
const name = z.string().min(1).max(120).nullable()
const pageOf = (input: { storeId: string }) => `/stores/${input.storeId}`

/** Names a moment of a store, or takes its name away, as long as it is called what was shown. */
export const nameMoment = act(
  shown({ sequence: z.number().int(), was: name }, { storeId, name }),
  async ({ storeId: store, sequence, name: now, was }, by) => {
    await nameMomentOf(store, sequence, now, by, { name: was })
    return { now, was }
  },
  pageOf,
)

/**
 * Writes what a version held as the memory's next one. What was shown is the hash of what the memory
 * held then; null: it was deleted. Returns the batch by which it is undone; null: it was so already.
 */
export const restoreVersion = act(
  shown({ precondition: z.string().nullable() }, { storeId, versionId: z.string() }),
  async (input, by) => (await restoreVersionOf(input, by)).batchId,
  pageOf,
)

/** Empties a version for good. */
export const redactVersion = act(
  shown({ versionId: z.string() }, { storeId }),
  (version, by) => redactVersionOf(version, by),
  pageOf,
)

/** Takes back what a batch wrote; what was changed since stays as it is. */
export const undoWritten = act(
  shown({ batchId: z.string().min(1) }, { storeId }),
  async ({ storeId: store, batchId }, by): Promise<Undone> => ({
    stayed: await undoBatch(store, batchId, by),
  }),
  pageOf,
)
