import { readFileSync } from 'node:fs'

/**
 * Returns whether a process with this id is running; one that ended and was not cleared away (a
 * zombie) is not. Plain JavaScript, since it is also needed before anything is compiled.
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

/** Only Linux tells, and it has most zombies: in a container often nobody clears them away. */
function isOver(pid) {
  try {
    return /\) [ZXx] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
