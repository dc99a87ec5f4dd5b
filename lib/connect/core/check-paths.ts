import { watchReach } from '../watch-reach'
import type { ConnectionProblem } from '../model/connection'
import { rootProblem } from './same-folder'
import { sweepFolder } from './sweep-folder'
import { takeIn } from './take-in'
import { noteNewTotals } from './folder-totals'
import { emptyWalk, walkEntry } from './walk-folder'
import type { WatchedFolder } from './watched-folder'

export interface PathsChecked {
  /** why the connection must rest; null: it goes on */
  problem: ConnectionProblem | null
  /** something cannot be a memory */
  hasUnwatched: boolean
}

/**
 * Looks at these paths of a folder and what lies below them, and takes in what changed; at all of the
 * folder if many files came or went.
 */
export async function checkPaths(
  folder: WatchedFolder,
  paths: readonly string[],
): Promise<PathsChecked> {
  const problem = await rootProblem(folder)
  if (problem !== null) return { problem, hasUnwatched: false }
  const { maybeYield, isWatched } = folder
  const walk = { root: folder.row.location, reach: await watchReach(), maybeYield, isWatched }
  const walked = emptyWalk()
  const looked = paths.filter(isWatched)
  for (const path of looked) await walkEntry(walk, path, walked)
  const { missing, isPart, hasUnwatched } = await takeIn(folder, walked, looked)
  if (isPart) return { problem: (await sweepFolder(folder)).problem, hasUnwatched: false }
  if (missing !== null) return { problem: missing, hasUnwatched }
  await noteNewTotals(folder)
  return { problem: null, hasUnwatched: hasUnwatched || walked.unwatched.length > 0 }
}
