// Work that only one process may do at a time, such as installing into a folder.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../lib/is-alive.mjs'

const POLL_INTERVAL_MS = 200

/**
 * Runs a job while no other process holds the same lock, a file with its owner's pid. Calls
 * `onWait(pid)` before it waits for another process; takes over the lock of one that has ended.
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
    // Our own pid in the lock is an earlier process's: in a container pids recur.
    if (owner === null || owner === process.pid || !isAlive(owner)) {
      rmSync(lock, { force: true })
      continue
    }
    if (looked === 0) onWait(owner)
    await pause(POLL_INTERVAL_MS)
  }
  return () => rmSync(lock, { force: true })
}

/** Taken by a link, so that nobody sees the file before it holds the pid. */
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

/** null: the lock is gone again, or holds no pid. */
function ownerOf(lock) {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10) || null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
