import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'

/**
 * Work that one process at a time is at: a row of a table that has `id`, `runner` (who is at it; null:
 * nobody) and `beat_at` (when that one last said that it is alive, by the database's clock).
 */
export interface LeaseKind {
  table: 'jobs' | 'sessions'
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

/** This process as a holder of leases: host, process id and a random part. */
const THIS_PROCESS = perProcess('runner', () => `${hostname()}:${process.pid}:${randomUUID()}`)

/** A lease for a holder of its own in this process; it is not taken yet. */
export function leaseOn(kind: LeaseKind, id: string): Lease {
  return { kind, id, holder: `${THIS_PROCESS}:${randomUUID()}` }
}

/** Takes a lease; false where somebody holds it. */
export async function takeLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE ${kind.table} SET runner = ?, beat_at = ${tx.clock} WHERE id = ? AND runner IS NULL`,
    [holder, id],
  )
  return taken > 0
}

/** Sends a heartbeat; false where the lease is lost, and nothing may be written any more. */
export async function renewLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<boolean> {
  const renewed = await tx.run(
    `UPDATE ${kind.table} SET beat_at = ${tx.clock} WHERE id = ? AND runner = ?`,
    [id, holder],
  )
  return renewed > 0
}

/** Gives a lease back; nothing happens where it is lost. */
export async function giveBackLease(tx: WriteSql, { kind, id, holder }: Lease): Promise<void> {
  await tx.run(`UPDATE ${kind.table} SET runner = NULL WHERE id = ? AND runner = ?`, [id, holder])
}

/** A lease whose holder is gone, as it was found. */
export interface AbandonedLease {
  id: string
  runner: string
  beat_at: number
}

/**
 * Leases whose holder is gone: silent for too long, by the database's clock, for those of several
 * machines differ, or a process of this machine that has ended.
 */
export async function abandonedLeases(tx: WriteSql, kind: LeaseKind): Promise<AbandonedLease[]> {
  const rows = await tx.all<AbandonedLease & { is_silent: number }>(
    `SELECT id, runner, beat_at,
       CASE WHEN beat_at < ${tx.clock} - ${kind.silenceMs} THEN 1 ELSE 0 END AS is_silent
     FROM ${kind.table} WHERE runner IS NOT NULL`,
  )
  return rows.filter((row) => row.is_silent === 1 || hasEnded(row.runner))
}

/** Takes a lease from a holder that is gone; false where it has said something since, or somebody else was first. */
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

/** Who holds a lease; null: nobody, or there is no such row. */
export async function leaseHolder(sql: Sql, kind: LeaseKind, id: string): Promise<string | null> {
  const row = await sql.get<{ runner: string | null }>(
    `SELECT runner FROM ${kind.table} WHERE id = ?`,
    [id],
  )
  return row?.runner ?? null
}

/**
 * Has `beat` renew a lease at its interval, one heartbeat at a time; one that fails is logged, and the
 * next may get through. Returns the function that ends it: once it resolves, no heartbeat is sent.
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

/** Whether a holder was a process of this machine that has ended. */
function hasEnded(holder: string): boolean {
  const [host, pid] = holder.split(':')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return !holder.startsWith(THIS_PROCESS)
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
