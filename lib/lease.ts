import { randomUUID } from 'node:crypto'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { hasEnded, processIdentity } from '@/lib/process-identity'
import {
  freeHeld,
  freeSilent,
  type HeldRow,
  heldLeases,
  holderOf,
  type LeasedTable,
  renewHeld,
  takeFree,
} from '@/lib/sql/leases'

/**
 * Work that one process at a time may do: a row of a table with `id`, `runner` (the process; null:
 * none) and `beat_at` (its last heartbeat, by the database's clock).
 */
export interface LeaseKind {
  table: LeasedTable
  /** how often the holder sends a heartbeat, in milliseconds */
  beatEveryMs: number
  /** after how long without a heartbeat it is abandoned, in milliseconds */
  silenceMs: number
}

/** The right to work on one row, as one holder knows it. */
export interface Lease {
  kind: LeaseKind
  id: string
  holder: string
}

/** This process as a holder of leases. */
const THIS_PROCESS = perProcess('runner', () => processIdentity(process.pid))

/** A lease for a new holder in this process; not yet taken. */
export function leaseOn(kind: LeaseKind, id: string): Lease {
  return { kind, id, holder: `${THIS_PROCESS}:${randomUUID()}` }
}

/** Takes a lease; false if it is held. */
export function takeLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  return takeFree(tx, kind.table, { id, runner: holder })
}

/** Sends a heartbeat; false if the lease is lost, after which nothing may be written. */
export function renewLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  return renewHeld(tx, kind.table, { id, runner: holder })
}

/** Releases a lease; does nothing if it is lost. */
export async function releaseLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<void> {
  await freeHeld(tx, kind.table, { id, runner: holder })
}

/** A lease whose holder is gone, as found. */
export type AbandonedLease = HeldRow

/**
 * Leases whose holder is gone: silent for too long by the database's clock (machines' clocks
 * differ), or a process that is seen from here to have ended, as after a restart.
 */
export async function abandonedLeases(tx: WriteSql, kind: LeaseKind): Promise<AbandonedLease[]> {
  const rows = await heldLeases(tx, kind.table, kind.silenceMs)
  return rows.filter(({ isSilent, runner }) => isSilent === 1 || hasEnded(runner))
}

/**
 * Takes a lease from a holder that is gone; false if it has sent a heartbeat since, or someone else
 * was first.
 */
export function breakLease(
  tx: WriteSql,
  kind: LeaseKind,
  abandoned: AbandonedLease,
): Promise<boolean> {
  return freeSilent(tx, kind.table, abandoned)
}

/** The holder of a lease; null: no one, or no such row. */
export function leaseHolder(sql: Sql, kind: LeaseKind, id: string): Promise<string | null> {
  return holderOf(sql, kind.table, id)
}

/**
 * Calls `beat` at the lease's interval, one heartbeat at a time; a failed one is logged, and the
 * next may succeed. Returns the function that stops it: once that resolves, no heartbeat is sent.
 */
export function keepLease({ kind, id }: Lease, beat: () => Promise<void>): () => Promise<void> {
  let beating: Promise<void> | null = null
  const tryToBeat = async () => {
    try {
      await beat()
    } catch {
      log.warn('a heartbeat could not be sent', { table: kind.table, id })
    }
    beating = null
  }
  const timer = setInterval(() => {
    beating ??= tryToBeat()
  }, kind.beatEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await beating
  }
}
