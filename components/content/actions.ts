'use server'

import { z } from 'zod'
import { resolveConflict } from '@/lib/connect/conflict'
import { database } from '@/lib/db/open-database'
import { getMemory } from '@/lib/store/memories/read-memories'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'
import { updateMemory } from '@/lib/store/memories/change-memories'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { type MergeRegion, mergeRegions, mergeTexts } from '@/lib/text/merge'
import { writtenWords } from '@/components/history/written-words'
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
  | { kind: 'saved'; versionId: string }
  /**
   * somebody else saved first; `by`: who and when, in words; `merged`: both changes together, if they
   * merge; `regions`: in parts
   */
  | { kind: 'conflict'; theirs: string; by: string; merged: string | null; regions: MergeRegion[] }

/** Saves an edit unless somebody changed the memory since it began. */
export const saveMemoryAction = command(
  edit,
  async ({ storeId, memoryId, base, content, settles }): Promise<SavedEdit> => {
    let saved
    try {
      const precondition = { contentSha256: sha256Hex(utf8Bytes(base)) }
      saved = await updateMemory(database(), {
        storeId,
        memoryId,
        content,
        precondition,
        cause: PERSON,
      })
    } catch (error) {
      if (!(error instanceof StoreError) || error.problem.kind !== 'precondition_failed')
        throw error
      const { content: theirs, versionId } = await getMemory(database(), { storeId, memoryId })
      const texts = { base, ours: content, theirs }
      const merge = mergeTexts(texts)
      return {
        kind: 'conflict',
        theirs,
        by: await writtenWords(await getVersion(database(), { storeId, versionId })),
        merged: merge.clean ? merge.text : null,
        regions: mergeRegions(texts),
      }
    }
    if (settles !== undefined) {
      await resolveConflict(database(), { storeId, versionId: settles })
    }
    return { kind: 'saved', versionId: saved.versionId }
  },
  // A conflict with a folder stands under Connections, too.
  (edit) => (edit.settles === undefined ? storePages(edit) : everyPage()),
)
