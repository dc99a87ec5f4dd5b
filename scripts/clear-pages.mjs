import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/**
 * With `secure_delete` SQLite clears what it frees, but where it shares a page's cells with its
 * neighbours, copies stay in the gap between the cells' addresses and the cells. Nothing ever reads a gap,
 * or copies it elsewhere. VACUUM leaves none, and writers wait for as long as it takes to write the whole
 * file; so gaps are cleared in the file itself, two thousand pages a time:
 *
 * - With the lock of writers, and the whole journal moved: the file alone has the newest pages.
 * - The change that follows has every connection drop the pages that it has kept, before it writes again.
 * - A gap is nobody's at every moment: to be killed in between only leaves some of them.
 *
 * All other pages begin with a page's number, which below 2^25 (128 GB) has another first byte than a page
 * of cells.
 */
export default function clearPages({ file }) {
  const open = () => new Sqlite(file, { timeout: 0, fileMustExist: true })
  const db = open()
  const mover = open()
  const fd = openSync(file, 'r+')
  try {
    return cleared(db, mover, fd)
  } finally {
    db.close()
    mover.close()
    // Last: it takes this process's locks on the file along.
    closeSync(fd)
  }
}

/** Null once it is done; else why it is not. */
function cleared(db, mover, fd) {
  const size = db.pragma('page_size', { simple: true })
  if (db.pragma('page_count', { simple: true }) >= 2 ** 25) return 'the file has 128 GB or more'
  if (db.pragma('auto_vacuum', { simple: true }) !== 0) return 'the file has pages of another kind'
  const range = Buffer.alloc(2048 * size)
  const zeros = Buffer.alloc(size)
  const still = new Int32Array(new SharedArrayBuffer(4))

  const pause = (ms) => Atomics.wait(still, 0, 0, ms)

  /** False where somebody reads what was before, for ten seconds. */
  function patiently(isDone) {
    for (let tries = 0; tries < 400; tries++) {
      if (isDone()) return true
      pause(25)
    }
    return false
  }

  const alone = db.transaction((work) => {
    const [{ busy, log, checkpointed }] = mover.pragma('wal_checkpoint(PASSIVE)')
    if (busy || log !== checkpointed) return false
    work()
    return true
  })

  /** Asks often: where much is written, the lock is free for moments only. */
  function withoutWriters(work) {
    for (let tries = 0; ; tries++) {
      try {
        return alone.immediate(work)
      } catch (error) {
        if (error.code !== 'SQLITE_BUSY' || tries === 60_000) throw error
        pause(1)
      }
    }
  }

  /** The header's length, by the first byte of a page of cells. */
  const HEADERS = { 2: 12, 5: 12, 10: 8, 13: 8 }

  function gapsFrom(start) {
    const length = readSync(fd, range, 0, range.length, start)
    const gaps = []
    for (let at = 0; at < length; at += size) {
      const header = HEADERS[range[at]]
      if (!header) continue
      const from = at + header + 2 * range.readUInt16BE(at + 3)
      const to = at + (range.readUInt16BE(at + 5) || 65536)
      if (from >= to || to > at + size) continue
      if (range.compare(zeros, 0, to - from, from, to) !== 0) gaps.push([start + from, to - from])
    }
    return { length, gaps }
  }

  const clear = (start) => () => {
    for (const [at, length] of gapsFrom(start).gaps) writeSync(fd, zeros, 0, length, at)
    db.pragma('user_version = ' + db.pragma('user_version', { simple: true }))
  }

  let isDone = patiently(() => withoutWriters(() => {}))
  for (let start = 0; isDone;) {
    const { length, gaps } = gapsFrom(start)
    if (length === 0) break
    if (gaps.length > 0) {
      isDone = patiently(() => withoutWriters(clear(start)))
      // Else the next one would, while others wait.
      fsyncSync(fd)
      // Who waits for the lock asks every 50 ms.
      pause(60)
    }
    start += length
  }
  isDone &&= patiently(() => db.pragma('wal_checkpoint(TRUNCATE)')[0].busy === 0)
  return isDone ? null : 'a reader kept the journal from being emptied'
}
