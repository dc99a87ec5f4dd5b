import { realpath } from 'node:fs/promises'
import { isInReach } from '@/lib/transfer/disk-reach'
import { watchReach } from '../watch-reach'
import type { ConnectionProblem, Unwatched, UnwatchedFile } from '../model/connection'
import { noteSwept } from '../sql/connection-notes'
import { totalsOf } from './folder-totals'
import { uncommittedIn } from './git-note'
import { localDevice } from './local-disk'
import { memoryFaults } from './memory-index'
import { removeLeftBehind } from './remove-left-behind'
import { rootProblem } from './same-folder'
import { takeIn } from './take-in'
import { RootUnreadableError, type Walked, walkFolder } from './walk-folder'
import { type WatchedFolder, writeHeld } from './watched-folder'

/** Beyond so many files a folder is swept only. */
const MAX_WATCHED_FILES = 20_000

/** Files that are listed as left out; all are counted. */
const MAX_LISTED = 200

export interface SweptFolder {
  /** why the connection must rest; null: it goes on */
  problem: ConnectionProblem | null
  /** something had changed */
  hasNews: boolean
  /** all of it lies on a disk of this machine, where the system tells whatever changes */
  isLocal: boolean
}

const stopped = (problem: ConnectionProblem): SweptFolder => ({
  problem,
  hasNews: true,
  isLocal: false,
})

/**
 * Looks at all files of a folder and takes in what changed: the truth, of which watching is only told
 * sooner.
 */
export async function sweepFolder(folder: WatchedFolder): Promise<SweptFolder> {
  const reach = await watchReach()
  const { location } = folder.row
  const real = await realpath(location).catch(() => null)
  if (real === null) return stopped('folder_missing')
  if (real !== location || !isInReach(real, reach)) return stopped('folder_not_allowed')
  const problem = await rootProblem(folder)
  if (problem !== null) return stopped(problem)
  const device = await localDevice(location)
  let walked: Walked
  try {
    walked = await walkFolder({
      root: location,
      reach,
      maybeYield: folder.maybeYield,
      isWatched: folder.isWatched,
      device,
    })
  } catch (error) {
    if (!(error instanceof RootUnreadableError)) throw error
    return stopped(error.isMissing ? 'folder_missing' : 'folder_not_readable')
  }
  for (const path of folder.refused.keys()) {
    if (!walked.files.has(path)) folder.refused.delete(path)
  }
  const { missing, hasNews } = await takeIn(folder, walked, 'all')
  if (missing !== null) return stopped(missing)
  await removeLeftBehind(folder, walked.own)
  await noteWalked(folder, walked)
  return { problem: null, hasNews, isLocal: device !== null && !walked.hasOtherDisk }
}

async function noteWalked(folder: WatchedFolder, walked: Walked): Promise<void> {
  const { row, refused } = folder
  const left: UnwatchedFile[] = [
    ...walked.unwatched,
    ...[...refused.values()].map(({ path, size, reason }) => ({ path, size, reason })),
  ]
  const unwatched: Unwatched = {
    count: left.length,
    files: left.slice(0, MAX_LISTED),
    ...(await uncommittedIn(folder)),
    ...(row.preset === 'claude_code' ? { faults: await faultsOf(folder, walked) } : {}),
  }
  const swept = {
    ...totalsOf(folder),
    sweptAt: Date.now(),
    isSweptOnly: Number(walked.files.size > MAX_WATCHED_FILES),
  }
  const { key, rootId } = row
  await writeHeld(folder, (tx) =>
    noteSwept(tx, { ...swept, key, rootId, unwatched: JSON.stringify(unwatched) }),
  )
  Object.assign(row, swept, { acceptsDeletions: 0 })
}

function faultsOf({ row, facts, known, maybeYield }: WatchedFolder, walked: Walked) {
  const sha256Of = (path: string) => known.get(path)?.sha256
  return memoryFaults({ root: row.location, walked, maybeYield, facts, sha256Of })
}
