'use server'

import { z } from 'zod'
import { act, shown, Stale } from '@/components/act/act'
import { isRefusal } from '@/lib/refusal'
import { writersOf } from '@/lib/store/actors'
import { saveMemory as saveMemoryOf } from '@/lib/store/change-memories'
import { getMemory } from '@/lib/store/memories'
import type { Writer } from '@/lib/store/model/actor'
import { getVersion } from '@/lib/store/versions'
import { mergeRegions, type MergeRegion, mergeTexts } from '@/lib/text/merge'

/** Somebody saved first. */
export interface SavedFirst {
  versionId: string
  ordinal: number
  text: string
  by: Writer
  at: Date
  /** both changes together; null: they change the same lines */
  merged: string | null
  regions: MergeRegion[]
}

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
      return { versionId }
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'changed_since_seen') throw error
      throw new Stale(error, await savedFirst({ base, ...edit }))
    }
  },
  ({ storeId }) => `/stores/${storeId}`,
)

interface Edit {
  storeId: string
  memoryId: string
  base: string
  content: string
}

async function savedFirst({ storeId, memoryId, base, content }: Edit): Promise<SavedFirst> {
  const head = await getMemory({ storeId, memoryId }, 'full')
  const version = await getVersion({ storeId, versionId: head.versionId }, 'basic')
  const writerOf = await writersOf([version])
  const texts = { base, ours: content, theirs: head.content }
  const merge = mergeTexts(texts)
  return {
    versionId: head.versionId,
    ordinal: version.ordinal,
    text: head.content,
    by: writerOf(version),
    at: version.createdAt,
    merged: merge.clean ? merge.text : null,
    regions: mergeRegions(texts),
  }
}
