import { realpath } from 'node:fs/promises'
import { isInReach } from '@/lib/transfer/disk-reach'
import { watchReach } from '../watch-reach'
import type { ConnectionProblem, Unwatched } from '../model/connection'
import { noteSwept } from '../sql/connection-notes'
import { localDevice } from './local-disk'
import { memoryFaults } from './memory-index'
import { removeLeftBehind } from './remove-left-behind'
import { rootProblem } from './same-folder'
import { takeIn } from './take-in'
import { RootUnreadableError, type Walked, walkFolder } from './walk-folder'
import type { WatchedFolder } from './watched-folder'

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
  folder.files.forgetRefused(walked.files)
  const { missing, hasNews } = await takeIn(folder, walked, 'all')
  if (missing !== null) return stopped(missing)
  await removeLeftBehind(folder, walked.own)
  await noteWalked(folder, walked)
  return { problem: null, hasNews, isLocal: device !== null && !walked.hasOtherDisk }
}

async function noteWalked(folder: WatchedFolder, walked: Walked): Promise<void> {
  const { db, row, files, git } = folder
  const left = [...walked.unwatched, ...files.refusedFiles()]
  const unwatched: Unwatched = {
    count: left.length,
    files: left.slice(0, MAX_LISTED),
    ...(await git.uncommittedIn(db, row)),
    ...(row.preset === 'claude_code' ? { faults: await faultsOf(folder, walked) } : {}),
  }
  const swept = {
    ...files.totals(),
    sweptAt: Date.now(),
    isSweptOnly: Number(walked.files.size > MAX_WATCHED_FILES),
  }
  const { key, rootId } = row
  await folder.write((tx) =>
    noteSwept(tx, { ...swept, key, rootId, unwatched: JSON.stringify(unwatched) }),
  )
  Object.assign(row, swept, { acceptsDeletions: 0 })
}

function faultsOf({ row, facts, files, maybeYield }: WatchedFolder, walked: Walked) {
  const sha256Of = (path: string) => files.known.get(path)?.sha256
  return memoryFaults({ root: row.location, walked, maybeYield, facts, sha256Of })
}
