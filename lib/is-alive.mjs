import { readFileSync } from 'node:fs'

/**
 * Whether a process with this id is running; one that ended and was not cleared away (a zombie) is
 * not. Plain JavaScript: what starts before anything is compiled asks it too.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return !isOver(pid)
}

/** Only Linux tells, and it has them most: in a container often nobody clears away. */
function isOver(pid) {
  try {
    return /\) [ZXx] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
