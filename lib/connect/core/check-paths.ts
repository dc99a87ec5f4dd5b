import { watchReach } from '../watch-reach'
import { takeIn, type TakeInResult } from './take-in'
import { noteTotals } from './folder-totals'
import { emptyWalk, walkEntry } from './walk-folder'
import type { WatchedFolder } from './watched-folder'

/** Looks at these paths of a folder and what lies below them, and takes in what changed. */
export async function checkPaths(
  folder: WatchedFolder,
  paths: readonly string[],
): Promise<TakeInResult> {
  const { giveWay, isWatched } = folder
  const walk = { root: folder.row.location, reach: await watchReach(), giveWay, isWatched }
  const walked = emptyWalk()
  const looked = paths.filter(isWatched)
  for (const path of looked) await walkEntry(walk, path, walked)
  const result = await takeIn(folder, walked, looked)
  if (!result.isMostGone) await noteTotals(folder)
  return { ...result, hasUnwatched: result.hasUnwatched || walked.unwatched.length > 0 }
}
