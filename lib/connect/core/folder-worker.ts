import type { Database } from '@/lib/db/database'
import { keepLease, type Lease, renewLease } from '@/lib/lease'
import { wakeUpOn } from '@/lib/live/wake-up'
import { causeOf, log } from '@/lib/log'
import { getStore } from '@/lib/store/get-store'
import { isInReach } from '@/lib/transfer/disk-reach'
import { turns } from '@/lib/turns'
import type { ConnectionProblem } from '../model/connection'
import { watchReach } from '../watch-reach'
import { attributeLater, projectsBeside } from './attribute'
import { carryOut, recover, settleDue } from './carry-out'
import { checkPaths } from './check-paths'
import { type ConnectionRow, findConnection } from './connection-row'
import { noteReads } from './note-reads'
import { seedFolder } from './seed-folder'
import { sweepFolder } from './sweep-folder'
import { transcriptsIn } from './transcripts'
import { type FolderWatch, watchFolder } from './watch-folder'
import { watchedPaths } from './watched-paths'
import { knownFiles, type WatchedFolder, writeHeld } from './watched-folder'

/** All files are looked at so often, milliseconds; and at most so often when something is amiss. */
const SWEEP_EVERY_MS = 30_000

/** A large folder takes at most so small a part of the time for it, and is swept at least so often. */
const SWEEP_PART = 1 / 20
const SWEEP_AT_LEAST_MS = 300_000

const SWEEP_AGAIN_MS = 2_000

/** A folder as one process takes it over, with what both sides last agreed about. */
export async function openFolder(
  db: Database,
  row: ConnectionRow,
  lease: Lease,
  options: { signal?: AbortSignal; atStep?: WatchedFolder['atStep'] } = {},
): Promise<WatchedFolder> {
  const { settings } = await getStore(db, row.store_id)
  const giveWay = turns(options.signal)
  const projects = projectsBeside(row)
  const isSeen = projects !== null && isInReach(projects, await watchReach())
  return {
    db,
    row,
    lease,
    isWatched: watchedPaths(row),
    known: await knownFiles(db, row),
    refused: new Map(),
    facts: new Map(),
    git: { uncommitted: null, askedAt: 0, sequence: 0 },
    again: new Set(),
    mostBytes: settings.maxContentBytes,
    transcripts: isSeen ? transcriptsIn(db, projects) : null,
    unattributed: new Map(),
    giveWay,
    atStep: options.atStep ?? (async () => {}),
  }
}

/** Recovers what an earlier process left, then takes in and carries out all that is due. */
export async function workOnce(folder: WatchedFolder): Promise<ConnectionProblem | null> {
  await recover(folder)
  const problem = await sweepFolder(folder)
  if (problem === null && folder.row.direction === 'two_way') await carryOut(folder)
  return problem
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
  const wakeUp = wakeUpOn(db.changes, row.store_key, ending.signal)
  let watching: FolderWatch | null = null
  try {
    if (row.seeded_at === null) await seedFolder(db, row, ending.signal)
    const folder = await openFolder(db, row, lease, { signal: ending.signal })
    const pace: Pace = { due: new Set(), isSweepDue: false, wakeUp, signal: ending.signal }
    await recover(folder)
    if (await restIf(folder, await sweepFolder(folder))) return
    if (folder.row.is_swept_only === 0) {
      watching = watchFolder(row.location, folder.isWatched, {
        onSettled: (paths) => {
          for (const path of paths) pace.due.add(path)
          wakeUp.wake()
        },
        // What changed between the first sweep and the first watch.
        onReady: () => {
          pace.isSweepDue = true
          wakeUp.wake()
        },
        onFault: () => log.warn('a folder cannot be watched whole: it is swept', { id: row.id }),
      })
    }
    await keepInStep(folder, pace)
  } catch (error) {
    if (ending.signal.aborted) return
    throw error
  } finally {
    wakeUp.end()
    signal.removeEventListener('abort', end)
    await watching?.stop()
    await stopBeating()
  }
}

interface Pace {
  /** paths that changed on the disk */
  due: Set<string>
  isSweepDue: boolean
  wakeUp: { next(): Promise<boolean>; wake(): void }
  signal: AbortSignal
}

async function keepInStep(folder: WatchedFolder, pace: Pace): Promise<void> {
  const { due, wakeUp, signal } = pace
  let lastSweep = Date.now()
  let sweepAt = lastSweep + SWEEP_EVERY_MS
  const sweep = async () => {
    const begun = Date.now()
    const problem = await sweepFolder(folder)
    lastSweep = Date.now()
    const rest = Math.min((lastSweep - begun) / SWEEP_PART, SWEEP_AT_LEAST_MS)
    sweepAt = lastSweep + Math.max(rest, SWEEP_EVERY_MS)
    return problem
  }
  while (!signal.aborted) {
    const now = await stillOpen(folder)
    if (!now) return
    if (pace.isSweepDue || Date.now() >= sweepAt) {
      pace.isSweepDue = false
      if (await restIf(folder, await sweep())) return
      await noteReads(folder)
    }
    const paths = [...due, ...folder.again]
    due.clear()
    folder.again.clear()
    if (paths.length > 0) {
      const { isMostGone, hasUnwatched } = await checkPaths(folder, paths)
      if (await restIf(folder, isMostGone ? 'folder_missing' : null)) return
      if (hasUnwatched) sweepAt = Math.min(sweepAt, lastSweep + SWEEP_AGAIN_MS)
    }
    if (folder.row.direction === 'two_way') await carryOut(folder)
    const settlesAt = await settleDue(folder, Date.now())
    await attributeLater(folder)
    const isLeft = folder.again.size > 0 || folder.unattributed.size > 0
    const again = isLeft ? Date.now() + SWEEP_AGAIN_MS : Infinity
    const next = Math.min(sweepAt, settlesAt ?? Infinity, again)
    const timer = setTimeout(() => wakeUp.wake(), Math.max(next - Date.now(), 0))
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
  row.accepts_deletions = now.accepts_deletions
  const { settings, archivedAt } = await getStore(db, row.store_id)
  folder.mostBytes = settings.maxContentBytes
  return !(await restIf(folder, archivedAt === null ? null : 'store_archived'))
}

/** Has the connection rest for a reason; returns whether there is one. */
async function restIf(folder: WatchedFolder, problem: ConnectionProblem | null): Promise<boolean> {
  if (problem === null) return false
  await writeHeld(folder, async (tx) => {
    await tx.run(`UPDATE connections SET state = 'problem', problem = ? WHERE key = ?`, [
      problem,
      folder.row.key,
    ])
    tx.touch(folder.row.store_key)
  })
  log.warn('a watched folder rests', { id: folder.row.id, problem })
  return true
}

/** Logs why working on a folder ended. */
export function logFault(row: ConnectionRow, error: unknown): void {
  log.error('a watched folder could not be worked on', { id: row.id, ...causeOf(error) })
}
