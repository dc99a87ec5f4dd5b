import { randomUUID } from 'node:crypto'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { hasEnded, processIdentity } from '@/lib/process-identity'

/**
 * Work that one process at a time may do: a row of a table with `id`, `runner` (the process; null:
 * none) and `beat_at` (its last heartbeat, by the database's clock).
 */
export interface LeaseKind {
  table: 'jobs' | 'sessions' | 'digest_posts' | 'connections'
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
export async function takeLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE ${kind.table} SET runner = ?, beat_at = ${tx.clock} WHERE id = ? AND runner IS NULL`,
    [holder, id],
  )
  return taken > 0
}

/** Sends a heartbeat; false if the lease is lost, after which nothing may be written. */
export async function renewLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  const renewed = await tx.run(
    `UPDATE ${kind.table} SET beat_at = ${tx.clock} WHERE id = ? AND runner = ?`,
    [id, holder],
  )
  return renewed > 0
}

/** Releases a lease; does nothing if it is lost. */
export async function releaseLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<void> {
  await tx.run(`UPDATE ${kind.table} SET runner = NULL WHERE id = ? AND runner = ?`, [id, holder])
}

/** A lease whose holder is gone, as found. */
export interface AbandonedLease {
  id: string
  runner: string
  beat_at: number
}

/**
 * Leases whose holder is gone: silent for too long by the database's clock (machines' clocks
 * differ), or a process that is seen from here to have ended, as after a restart.
 */
export async function abandonedLeases(tx: WriteSql, kind: LeaseKind): Promise<AbandonedLease[]> {
  const rows = await tx.all<AbandonedLease & { is_silent: number }>(
    `SELECT id, runner, beat_at,
       CASE WHEN beat_at < ${tx.clock} - ${kind.silenceMs} THEN 1 ELSE 0 END AS is_silent
     FROM ${kind.table} WHERE runner IS NOT NULL`,
  )
  return rows.filter((row) => row.is_silent === 1 || hasEnded(row.runner))
}

/**
 * Takes a lease from a holder that is gone; false if it has sent a heartbeat since, or someone else
 * was first.
 */
export async function breakLease(
  tx: WriteSql,
  kind: LeaseKind,
  { id, runner, beat_at }: AbandonedLease,
): Promise<boolean> {
  const broken = await tx.run(
    `UPDATE ${kind.table} SET runner = NULL WHERE id = ? AND runner = ? AND beat_at = ?`,
    [id, runner, beat_at],
  )
  return broken > 0
}

/** Who holds a lease; null: no one, or no such row. */
export async function leaseHolder(sql: Sql, kind: LeaseKind, id: string): Promise<string | null> {
  const row = await sql.get<{ runner: string | null }>(
    `SELECT runner FROM ${kind.table} WHERE id = ?`,
    [id],
  )
  return row?.runner ?? null
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
