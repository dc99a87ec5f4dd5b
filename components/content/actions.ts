'use server'

import { z } from 'zod'
import { resolveConflict } from '@/lib/connect/conflict'
import { database } from '@/lib/db/open-database'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { updateMemory } from '@/lib/store/memories/change-memories'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { type MergeRegion, mergeRegions, mergeTexts } from '@/lib/text/merge'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { everyPage, storePages } from '@/components/commands/shown-on'

const edit = z.object({
  storeId: z.string(),
  memoryId: z.string(),
  /** the text the person started from */
  base: z.string(),
  content: z.string(),
  /** the change of a watched folder's store about which this decides */
  settles: z.string().optional(),
})

/** The result of saving. */
export type SavedEdit =
  | { kind: 'saved' }
  /** somebody else saved first; `merged`: both changes together, if they merge; `regions`: in parts */
  | { kind: 'conflict'; theirs: string; merged: string | null; regions: MergeRegion[] }

/** Saves an edit unless somebody changed the memory since it began. */
export const saveMemoryAction = command(
  edit,
  async ({ storeId, memoryId, base, content, settles }): Promise<SavedEdit> => {
    try {
      const precondition = { contentSha256: sha256Hex(utf8Bytes(base)) }
      await updateMemory(database(), { storeId, memoryId, content, precondition, cause: PERSON })
    } catch (error) {
      if (!(error instanceof StoreError) || error.problem.kind !== 'precondition_failed')
        throw error
      const theirs = (await getMemory(database(), { storeId, memoryId })).content
      const texts = { base, ours: content, theirs }
      const merge = mergeTexts(texts)
      return {
        kind: 'conflict',
        theirs,
        merged: merge.clean ? merge.text : null,
        regions: mergeRegions(texts),
      }
    }
    if (settles !== undefined) {
      await resolveConflict(database(), { storeId, versionId: settles })
    }
    return { kind: 'saved' }
  },
  // A conflict with a folder stands under Connections, too.
  (edit) => (edit.settles === undefined ? storePages(edit) : everyPage()),
)
