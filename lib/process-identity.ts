import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Where a process id names one process: a boot of a machine and a namespace of ids, for containers
 * have their own and may share a host name. Null where the system does not say (it is Linux that does).
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
  const found = HERE === null ? null : stateOf(pid)
  const where = HERE === null || found === null ? '' : `${HERE}:${pid}:${found.began}`
  return `${where}:${randomUUID()}`
}

/**
 * Whether a process of that name is known to have ended; one that only waits to be cleared away (a
 * zombie) has. False if it cannot be seen from here.
 */
export function hasEnded(identity: string): boolean {
  const [place, id, began] = identity.split(':')
  if (HERE === null || place !== HERE) return false
  const pid = Number(id)
  if (isUnknown(pid)) return true
  const found = stateOf(pid)
  return found !== null && (found.isOver || found.began !== began)
}

/** The fields of proc_pid_stat(5) after the name, which may hold spaces and brackets; null: hidden. */
function stateOf(pid: number): { isOver: boolean; began: string | undefined } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isOver: ['Z', 'X', 'x'].includes(fields[0] ?? ''), began: fields[19] }
  } catch {
    return null
  }
}

function isUnknown(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
