'use server'

import { z } from 'zod'
import { act, shown, Stale } from '@/components/act/act'
import { endConflict } from '@/lib/folders/conflicts'
import { isRefusal } from '@/lib/refusal'
import { saveMemory as saveMemoryOf } from '@/lib/store/change-memories'
import { type SavedFirst, savedFirst } from '@/lib/store/saved-first'

/** Saves an edit of a version, unless somebody saved another since: then the page is given both. */
export const saveMemory = act(
  shown(
    { shown: z.string() },
    {
      storeId: z.string(),
      memoryId: z.string(),
      /** the text that the edit began with */
      base: z.string(),
      content: z.string(),
    },
  ),
  async ({ base, ...edit }, by): Promise<{ versionId: string } | SavedFirst> => {
    try {
      const { versionId } = await saveMemoryOf(edit, by)
      if (edit.content === base) await endConflict(edit.storeId, versionId)
      return { versionId }
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'changed_since_seen') throw error
      throw new Stale(error, await savedFirst({ base, ...edit }))
    }
  },
  ({ storeId }) => `/stores/${storeId}`,
)
