import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { isAlive } from './is-alive.mjs'

/**
 * Identifies the boot of a machine and the namespace of ids within which a process id names one
 * process: containers have their own ids and may share a host name. Null where the system does not
 * say (Linux does).
 */
const HERE = placeOfIds()

function placeOfIds(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '')}`
  } catch {
    return null
  }
}

/**
 * A name for a process that no other ever has: random, and with that where it runs, its id and when
 * it began, by which `hasEnded` finds it.
 */
export function processIdentity(pid: number): string {
  const began = HERE === null ? null : whenBegan(pid)
  const where = began === null ? '' : `${HERE}:${pid}:${began}`
  return `${where}:${randomUUID()}`
}

/**
 * Returns whether the process of that name is known to have ended; one that only waits to be
 * cleared away (a zombie) has. False if it cannot be seen from here.
 */
export function hasEnded(identity: string): boolean {
  const [place, id, began] = identity.split(':')
  if (HERE === null || place !== HERE) return false
  const pid = Number(id)
  if (!isAlive(pid)) return true
  const now = whenBegan(pid)
  return now !== null && now !== began
}

/**
 * In ticks since the machine's start: field 22 of proc_pid_stat(5), whose name may hold spaces and
 * brackets; null: hidden.
 */
function whenBegan(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
