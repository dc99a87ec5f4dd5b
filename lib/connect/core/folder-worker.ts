import type { Database } from '@/lib/db/database'
import { keepLease, type Lease, renewLease } from '@/lib/lease'
import { wakeUpOn } from '@/lib/live/wake-up'
import { causeOf, log } from '@/lib/log'
import { getStore } from '@/lib/store/stores/read-stores'
import { isInReach } from '@/lib/transfer/disk-reach'
import type { ConnectionProblem } from '../model/connection'
import { watchReach } from '../watch-reach'
import { attributeLater, projectsBeside } from './attribute'
import { carryOut, recover, completeDue } from './carry-out'
import { checkPaths } from './check-paths'
import { FolderFiles } from './folder-files'
import { noteProblem } from '../sql/connection-notes'
import { type ConnectionRow, findConnection } from '../sql/connections'
import { failedPaths } from '../sql/outbox'
import { noteReads } from './note-reads'
import { Retries } from './retries'
import { seedFolder } from './seed-folder'
import { sweepFolder } from './sweep-folder'
import { SweepPace } from './sweep-pace'
import { transcriptsIn } from './transcripts'
import { type FolderWatch, watchFolder } from './watch-folder'
import { type FolderOptions, WatchedFolder } from './watched-folder'

/** All files are looked at again so soon, at most, when something is amiss. Milliseconds. */
const SWEEP_RETRY_MS = 2_000

/**
 * Changed paths above which all files are looked at: watching tells of a large folder that moved in
 * parts, and a file is known again only if both its paths are looked at together.
 */
const MAX_PATHS_ALONE = 1_000

/** Reads that transcripts tell of are noted so often. Milliseconds. */
const READS_EVERY_MS = 30_000

/** A folder as one process takes it over, with what both sides last agreed about. */
export async function openFolder(
  db: Database,
  row: ConnectionRow,
  lease: Lease,
  options?: FolderOptions,
): Promise<WatchedFolder> {
  const { settings } = await getStore(db, row.storeId)
  const failed = await failedPaths(db.bulk, row.key)
  const projects = projectsBeside(row)
  const isSeen = projects !== null && isInReach(projects, await watchReach())
  const taken = {
    db,
    row,
    lease,
    files: await FolderFiles.of(db, row.key),
    retries: new Retries(failed.map(({ path }) => path)),
    transcripts: isSeen ? transcriptsIn(db, projects) : null,
    mostBytes: settings.maxContentBytes,
  }
  return new WatchedFolder(taken, options)
}

/** Recovers what an earlier process left, then takes in and carries out all that is due. */
export async function workOnce(folder: WatchedFolder): Promise<ConnectionProblem | null> {
  await recover(folder)
  const { problem } = await sweepFolder(folder)
  folder.batches.clear()
  if (problem !== null || folder.row.direction === 'read') return problem
  return carryOut(folder, Date.now())
}

/** Works on a folder until the signal, a problem or a person ends it. The lease is held. */
export async function workOn(
  db: Database,
  row: ConnectionRow,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const stopBeating = keepLease(lease, async () => {
    if (!(await db.write((tx) => renewLease(tx, lease)))) end()
  })
  const wakeUp = wakeUpOn(db.changes, row.storeKey, ending.signal)
  const watching: { by: FolderWatch | null } = { by: null }
  try {
    if (row.seededAt === null) await seedFolder(db, row, ending.signal)
    const folder = await openFolder(db, row, lease, { signal: ending.signal })
    const told: Told = {
      due: new Set(),
      isMoreToCome: false,
      isSweepDue: false,
      isWatched: false,
      wakeUp,
    }
    const watchIfSmall = async () => {
      if (folder.row.isSweptOnly === 0) {
        watching.by ??= watchWith(folder, told)
        return
      }
      told.isWatched = false
      told.isMoreToCome = false
      await watching.by?.stop()
      watching.by = null
    }
    await recover(folder)
    if (await restIf(folder, (await sweepFolder(folder)).problem)) return
    await watchIfSmall()
    await keepInStep(folder, told, { signal: ending.signal, swept: watchIfSmall })
  } catch (error) {
    if (ending.signal.aborted) return
    throw error
  } finally {
    wakeUp.end()
    signal.removeEventListener('abort', end)
    await watching.by?.stop()
    await stopBeating()
  }
}

/** The news that watching told. */
interface Told {
  /** paths that changed on the disk */
  due: Set<string>
  /** files still change without a pause: the next paths belong to the same act */
  isMoreToCome: boolean
  isSweepDue: boolean
  /** it tells of all that changes on this machine */
  isWatched: boolean
  wakeUp: { next(): Promise<boolean>; wake(): void }
}

/** Has the watcher tell of what changes in a folder. */
function watchWith({ row, isWatched }: WatchedFolder, told: Told): FolderWatch {
  let isFaulty = false
  return watchFolder(row.location, isWatched, {
    onSettled: (paths, isMoreToCome) => {
      for (const path of paths) told.due.add(path)
      told.isMoreToCome = isMoreToCome
      told.wakeUp.wake()
    },
    // What changed between the last sweep and the first watch.
    onReady: () => {
      told.isSweepDue = true
      told.isWatched = !isFaulty
      told.wakeUp.wake()
    },
    onFault: () => {
      isFaulty = true
      told.isWatched = false
      log.warn('a folder cannot be watched whole: it is swept', { id: row.id })
    },
  })
}

/** `swept`: called after each sweep; the number of files may be another. */
async function keepInStep(
  folder: WatchedFolder,
  told: Told,
  { signal, swept }: { signal: AbortSignal; swept: () => Promise<void> },
): Promise<void> {
  const { due, wakeUp } = told
  const pace = new SweepPace(Date.now())
  let readsAt = 0
  const sweep = async () => {
    const begun = Date.now()
    const { problem, hasNews, isLocal } = await sweepFolder(folder)
    if (problem === null) await swept()
    const isToldOfAll = isLocal && told.isWatched
    pace.swept({ begun, ended: Date.now(), hasNews, isToldOfAll })
    return problem
  }
  while (!signal.aborted) {
    const now = await stillOpen(folder)
    if (!now) return
    if (told.isSweepDue || pace.isDue(Date.now())) {
      told.isSweepDue = false
      if (await restIf(folder, await sweep())) return
    }
    if (Date.now() >= readsAt) {
      await noteReads(folder)
      readsAt = Date.now() + READS_EVERY_MS
    }
    const paths = [...due, ...folder.files.takeHalfWritten()]
    due.clear()
    if (paths.length > MAX_PATHS_ALONE) {
      if (await restIf(folder, await sweep())) return
    } else if (paths.length > 0) {
      const { problem, hasUnwatched } = await checkPaths(folder, paths)
      if (await restIf(folder, problem)) return
      if (hasUnwatched) pace.hurry(SWEEP_RETRY_MS)
    }
    if (!told.isMoreToCome && due.size === 0) folder.batches.clear()
    const isTwoWay = folder.row.direction === 'two_way'
    if (isTwoWay && (await restIf(folder, await carryOut(folder, Date.now())))) return
    const settlesAt = await completeDue(folder, Date.now())
    await attributeLater(folder)
    const isLeft = folder.files.hasHalfWritten || folder.unattributed.size > 0
    const again = isLeft ? Date.now() + SWEEP_RETRY_MS : Infinity
    const retryAt = isTwoWay ? folder.retries.nextAt() : Infinity
    const nextMs = Math.min(settlesAt ?? Infinity, again, retryAt) - Date.now()
    const pauseMs = Math.max(Math.min(pace.pause(Date.now()), nextMs), 0)
    const timer = setTimeout(() => wakeUp.wake(), pauseMs)
    const goesOn = await wakeUp.next()
    clearTimeout(timer)
    if (!goesOn) return
  }
}

/** Reads anew what a person may have changed; false: the connection rests, or is gone. */
async function stillOpen(folder: WatchedFolder): Promise<boolean> {
  const { db, row } = folder
  const now = await findConnection(db.read, row.id)
  if (!now || now.state !== 'ok') return false
  row.direction = now.direction
  row.acceptsDeletions = now.acceptsDeletions
  const { settings, archivedAt } = await getStore(db, row.storeId)
  folder.mostBytes = settings.maxContentBytes
  return !(await restIf(folder, archivedAt === null ? null : 'store_archived'))
}

/** Has the connection rest for a reason; returns whether there is one. */
async function restIf(folder: WatchedFolder, problem: ConnectionProblem | null): Promise<boolean> {
  if (problem === null) return false
  await folder.write(async (tx) => {
    await noteProblem(tx, folder.row.key, problem)
    tx.touch(folder.row.storeKey)
  })
  log.warn('a watched folder rests', { id: folder.row.id, problem })
  return true
}

/** Logs why working on a folder ended. */
export function logFault(row: ConnectionRow, error: unknown): void {
  log.error('a watched folder could not be worked on', { id: row.id, ...causeOf(error) })
}
