'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { everyPage } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { quarantineMemory, releaseMemory } from '@/lib/store/quarantine/quarantine-memory'

const memory = z.object({ storeId: z.string(), memoryId: z.string() })

const quarantine = memory.extend({
  /** agents are served what stood before this version; left out: before the head */
  versionId: z.string().optional(),
  /** for people */
  reason: z.string().trim().max(1000),
})

/** Keeps a memory from agents from a version on, until somebody releases it. */
export const quarantineMemoryAction = command(
  quarantine,
  async (wanted) => {
    await quarantineMemory(database(), { ...wanted, cause: PERSON })
    return null
  },
  everyPage,
)

/** Releases a memory: agents are served it again. */
export const releaseMemoryAction = command(
  memory,
  async (wanted) => {
    await releaseMemory(database(), { ...wanted, cause: PERSON })
    return null
  },
  everyPage,
)
