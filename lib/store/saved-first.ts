import { mergeRegions, type MergeRegion, mergeTexts } from '@/lib/text/merge'
import { writersOf } from './actors'
import { getMemory } from './memories'
import type { Writer } from './model/actor'
import { getVersion } from './versions'

/** Somebody saved first. */
export interface SavedFirst {
  versionId: string
  ordinal: number
  text: string
  by: Writer
  /** both changes together; null: they change the same lines */
  merged: string | null
  regions: MergeRegion[]
  /** the other text, where it is no edit on the page but a version, too */
  mine?: { ordinal: number; by: Writer }
}

interface Edit {
  storeId: string
  memoryId: string
  base: string
  content: string
}

/** What stands there beside what a person would save. Refuses `memory_not_found`, `version_damaged`. */
export async function savedFirst({ storeId, memoryId, base, content }: Edit): Promise<SavedFirst> {
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
    merged: merge.clean ? merge.text : null,
    regions: mergeRegions(texts),
  }
}
