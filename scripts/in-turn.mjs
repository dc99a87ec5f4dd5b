// Work that no two processes may do at once, such as installing into one folder.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 200

/**
 * Runs a job while no other process runs one under the same lock, a file with the number of its
 * process. Waits for another one's, after `onWait(pid)`; of one that has ended the lock is taken.
 */
export async function inTurn(lock, job, onWait) {
  const release = await acquire(lock, onWait)
  process.once('exit', release)
  try {
    return await job()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire(lock, onWait) {
  for (let looked = 0; !take(lock); looked++) {
    const owner = ownerOf(lock)
    // Its own number is of a process before it: in a container they come again.
    if (owner === null || owner === process.pid || !isAlive(owner)) {
      rmSync(lock, { force: true })
      continue
    }
    if (looked === 0) onWait(owner)
    await pause(LOOK_AGAIN_MS)
  }
  return () => rmSync(lock, { force: true })
}

/** A link, so that nobody meets the file before it holds its number. */
function take(lock) {
  mkdirSync(path.dirname(lock), { recursive: true })
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** null: the lock is gone again, or holds no number. */
function ownerOf(lock) {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** Whether a process runs under this number. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
