'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { storePages } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { quarantineVersions } from '@/lib/store/quarantine/quarantine-memory'

const quarantine = z.object({
  storeId: z.string(),
  versionIds: z.array(z.string()).min(1),
})

/** Puts the memories of these versions in quarantine; returns their number. */
export const quarantineVersionsAction = command(
  quarantine,
  async ({ storeId, versionIds }) => {
    const count = await quarantineVersions(database(), { storeId, versionIds, cause: PERSON })
    return count
  },
  storePages,
)
