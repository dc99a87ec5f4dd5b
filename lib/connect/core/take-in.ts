import { areDeleted, isThere } from './are-deleted'
import type { KnownFile } from './folder-files'
import { areManyGone, goneFiles, isPartOfMove, type Looked } from './gone-files'
import { readChanged } from './read-changed'
import { removeGone } from './remove-gone'
import type { Walked } from './walk-folder'
import type { WatchedFolder } from './watched-folder'
import { writeRead } from './write-read'

export interface TakeInResult {
  /**
   * the folder went, or many of its files at once, and nobody said that they were deleted: none of them
   * was taken in; null: nothing is missed
   */
  missing: 'folder_missing' | 'files_missing' | null
  /**
   * so many files came or went where was looked that they may have moved from or to where was not: none
   * of them was taken in
   */
  isPart: boolean
  /** something cannot be a memory */
  hasUnwatched: boolean
  /** something was written or deleted */
  hasNews: boolean
}

/** Takes in what a look at the folder found: what changed on the disk becomes versions of the store. */
export async function takeIn(
  folder: WatchedFolder,
  walked: Walked,
  looked: Looked,
): Promise<TakeInResult> {
  const { files } = folder
  const foundAt = Date.now()
  const knownBefore = files.known.size
  const gone = await goneFiles(folder, walked, looked)
  if (looked !== 'all' && (await isPartOfMove(folder, walked, gone))) {
    return { missing: null, isPart: true, hasUnwatched: false, hasNews: true }
  }
  let written = 0
  for await (const reads of readChanged(folder, walked, { gone, foundAt })) {
    written += await writeRead(folder, reads)
  }
  const missing = gone.size === 0 ? null : await missingOf(folder, gone, knownBefore)
  if (missing === null) await removeGone(folder, [...gone.keys()], foundAt)
  const hasUnwatched = files.isAnyRefused(walked.files)
  return { missing, isPart: false, hasUnwatched, hasNews: written + gone.size > 0 }
}

/**
 * Returns what is missed of so many files, if nobody says that they were deleted; null: they were.
 */
async function missingOf(
  folder: WatchedFolder,
  gone: ReadonlyMap<string, KnownFile>,
  count: number,
): Promise<TakeInResult['missing']> {
  if (!(await isThere(folder))) return 'folder_missing'
  if (areManyGone(gone, count) && folder.row.acceptsDeletions === 0) return 'files_missing'
  return (await areDeleted(folder, gone)) ? null : 'files_missing'
}
