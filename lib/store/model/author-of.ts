import { type Actor, COMMAND_LINE_ACTOR, LOCAL_USER_ACTOR } from './actor'
import type { MemoryVersion } from './memory-version'

/** Whoever wrote what was imported from a source that names no author: nobody who is known here. */
export const IMPORTED: Actor = { type: 'service_account', id: 'svac_11111111111111Imported' }

/** Returns whether what a batch wrote was taken over: whoever took it over did not write it. */
export function isImport(batch: MemoryVersion['batch']): boolean {
  return batch?.kind === 'seed' || batch?.kind === 'history'
}

/**
 * Returns the author of a version's text, for pages: its actor, unless that one only imported it.
 * Then it is the author that the source names, or `IMPORTED`.
 */
export function authorOf({ createdBy, batch }: Pick<MemoryVersion, 'createdBy' | 'batch'>): Actor {
  if (!isImport(batch)) return createdBy
  const isNamed = createdBy.type === 'user' && !IMPORTER_IDS.includes(createdBy.id)
  return isNamed ? createdBy : IMPORTED
}

/** The only users that are no authors of a source. */
export const IMPORTER_IDS: readonly string[] = [LOCAL_USER_ACTOR.id, COMMAND_LINE_ACTOR.id]
