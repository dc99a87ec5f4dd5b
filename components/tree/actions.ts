'use server'

import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { movePaths, removePaths } from '@/lib/store/memories/change-paths'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'

const MAX_AT_ONCE = 10_000

const place = z.object({ storeId: z.string(), path: z.string() })

/** The last change that the person's page knew of. */
const seen = z.int().nonnegative()

const move = z.object({
  storeId: z.string(),
  moves: z
    .array(z.object({ path: z.string(), newPath: z.string() }))
    .min(1)
    .max(MAX_AT_ONCE),
  seen,
})

const removal = z.object({
  storeId: z.string(),
  paths: z.array(z.string()).min(1).max(MAX_AT_ONCE),
  seen,
})

const written = z.object({ storeId: z.string(), versionIds: z.array(z.string()).min(1) })

/** Creates an empty memory, to be edited; answers its id. */
export const createMemoryAction = command(
  place,
  async ({ storeId, path }) => {
    const memory = await createMemory(database(), { storeId, path, content: '', cause: PERSON })
    return memory.id
  },
  storePages,
)

/**
 * Moves memories and folders, all or none, unless others changed them unseen; answers the ids of
 * the versions written.
 */
export const moveAction = command(
  move,
  async (wanted) => {
    const versionIds = await movePaths(database(), { ...wanted, cause: PERSON })
    return versionIds
  },
  storePages,
)

/**
 * Deletes memories and folders, all or none, unless others changed them unseen; answers the ids of
 * the versions written.
 */
export const removeAction = command(
  removal,
  async (wanted) => {
    const versionIds = await removePaths(database(), { ...wanted, cause: PERSON })
    return versionIds
  },
  storePages,
)

/** Undoes a command; answers how many memories were skipped because others changed them since. */
export const undoWrittenAction = command(
  written,
  async ({ storeId, versionIds }) => {
    const { plan } = await undoChanges(database(), {
      storeId,
      changes: { versionIds },
      cause: PERSON,
    })
    return plan.changedSince.length + plan.cannot.length
  },
  storePages,
)
