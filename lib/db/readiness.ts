import { accessSync, constants, statfsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { causeOf, log } from '@/lib/log'
import {
  type DatabaseFault,
  databaseFaultOf,
  FAULT_WORDS,
  lastWriteFault,
  MigrationsError,
} from './faults'
import { type Database, db, write } from './index'
import { pendingNow } from './migrate'

export interface DatabaseProblem {
  kind: DatabaseFault | 'migrations' | 'unknown'
  /** for an operator: what is wrong and what to do */
  reason: string
}

/** With less free space than this, in bytes, a disk counts as full: a small write may still fit. */
const MIN_FREE_BYTES = 1024 * 1024

/** What keeps a database from being used; null: it answers and, as far as is known, takes writes. */
export async function databaseProblem(of: Database): Promise<DatabaseProblem | null> {
  try {
    of.checkFile()
    await db.lease.findFirst({ select: { name: true } })
    const pending = await pendingNow(of)
    if (pending.length > 0) {
      return { kind: 'migrations', reason: `${pending.length} migrations are not applied` }
    }
    if (of.kind === 'postgresql') {
      const { takesNoWrites } = await import('./postgresql')
      if (await takesNoWrites(of.reader)) return problemOf('read_only')
    }
    const fault = lastWriteFault()
    if (fault && !(await writesSoon())) return problemOf(fault)
    if (of.file === null) return null
    accessSync(of.file, constants.W_OK)
    return isFull(path.dirname(of.file)) ? problemOf('disk_full') : null
  } catch (error) {
    const found = databaseFaultOf(error)
    if (found) return problemOf(found.fault)
    if (error instanceof MigrationsError) return { kind: 'migrations', reason: error.message }
    log.error('the database does not answer', causeOf(error))
    return {
      kind: 'unknown',
      reason: 'The database does not answer; the log of the server says more.',
    }
  }
}

const problemOf = (kind: DatabaseFault) => ({ kind, reason: FAULT_WORDS[kind] })

function isFull(folder: string): boolean {
  const { blocks, bavail, bsize } = statfsSync(folder)
  // A file system that does not know its size says 0.
  return blocks > 0 && bavail * bsize < MIN_FREE_BYTES
}

const PROBE = 'probe'
const PATIENCE_MS = 1_000

/** One that is under way: who asks again meanwhile waits for the same. */
let probing: Promise<boolean> | null = null

/** Whether a write comes through in a second; another process may keep it waiting for a minute. */
async function writesSoon(): Promise<boolean> {
  probing ??= tryToWrite()
    .then(() => true)
    .finally(() => (probing = null))
  return Promise.race([probing, pause(PATIENCE_MS, false, { ref: false })])
}

async function tryToWrite(): Promise<void> {
  await write(async (tx) => {
    const row = { holder: PROBE, until: new Date(0) }
    await tx.lease.upsert({ where: { name: PROBE }, create: { name: PROBE, ...row }, update: row })
  })
}
