import { opendir } from 'node:fs/promises'
import type { Database } from '@/lib/db/database'
import { abandonedLeases, breakLease, leaseOn, releaseLease, takeLease } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { CONNECTION_LEASE } from '../core/connection-lease'
import { noteReadable } from '../sql/connection-notes'
import {
  type ConnectionRow,
  connectionsWithoutWorker,
  heldConnections,
  unreadableConnections,
} from '../sql/connections'
import { logFault, workOn } from '../core/folder-worker'

/** Interval for looking for connections that no process works on; milliseconds. */
const POLL_INTERVAL_MS = 3_000

/** After a fault it is tried again so much later. */
const AFTER_FAULT_MS = 30_000

/** Whoever makes or resumes a connection in this process need not wait for the next look. */
const lookers = perProcess('connections', () => new Set<() => void>())

/** Has this process look at once for connections to work on. */
export function lookForConnections(): void {
  for (const look of lookers) look()
}

/**
 * Works on the connections that no other process works on, now and as they come. Returns the function
 * that stops it.
 */
export function startConnections(db: Database): () => Promise<void> {
  const ending = new AbortController()
  const working = new Map<string, Promise<void>>()
  const restsUntil = new Map<string, number>()
  let looking: Promise<void> | null = null

  const begin = async (row: ConnectionRow) => {
    const lease = leaseOn(CONNECTION_LEASE, row.id)
    if (!(await db.write((tx) => takeLease(tx, lease)))) return
    await workOn(db, row, lease, ending.signal).catch((error: unknown) => {
      logFault(row, error)
      restsUntil.set(row.id, Date.now() + AFTER_FAULT_MS)
    })
    await db.write((tx) => releaseLease(tx, lease))
  }
  const look = async () => {
    await resumeReadable(db)
    for (const row of await connectionsToWorkOn(db, working)) {
      const isResting = (restsUntil.get(row.id) ?? 0) > Date.now()
      if (ending.signal.aborted || working.has(row.id) || isResting) continue
      const work = begin(row)
        .catch((error: unknown) => logFault(row, error))
        .finally(() => working.delete(row.id))
      working.set(row.id, work)
    }
  }
  const tryToLook = () => {
    looking ??= look()
      .catch((error: unknown) => log.warn('connections could not be looked for', causeOf(error)))
      .finally(() => (looking = null))
  }
  lookers.add(tryToLook)
  const timer = setInterval(tryToLook, POLL_INTERVAL_MS).unref()
  tryToLook()
  return async () => {
    lookers.delete(tryToLook)
    clearInterval(timer)
    ending.abort()
    await looking
    await Promise.all(working.values())
  }
}

/** Has connections go on whose folder could not be read for a while: nobody is needed for that. */
async function resumeReadable(db: Database): Promise<void> {
  for (const { key, storeKey, location } of await unreadableConnections(db.read)) {
    if (!(await isReadable(location))) continue
    await db.write(async (tx) => {
      if (await noteReadable(tx, key)) tx.touch(storeKey)
    })
  }
}

async function isReadable(location: string): Promise<boolean> {
  const opened = await opendir(location).catch(() => null)
  if (!opened) return false
  const isRead = await opened.read().then(
    () => true,
    () => false,
  )
  await opened.close()
  return isRead
}

/**
 * Connections that are to be worked on, once the leases of ended processes are broken. `ours`: those
 * that this process works on.
 */
async function connectionsToWorkOn(
  db: Database,
  ours: ReadonlyMap<string, unknown>,
): Promise<ConnectionRow[]> {
  const held = await heldConnections(db.read)
  if (held.some(({ id }) => !ours.has(id))) {
    await db.write(async (tx) => {
      for (const abandoned of await abandonedLeases(tx, CONNECTION_LEASE)) {
        await breakLease(tx, CONNECTION_LEASE, abandoned)
      }
    })
  }
  return connectionsWithoutWorker(db.read)
}
