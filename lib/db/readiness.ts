import { type StatsFs, statfsSync } from 'node:fs'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import type { Database } from './database'
import { type DatabaseFault, databaseFaultOf, FAULT_WORDS } from './database-fault'
import {
  type AppliedMigration,
  MigrationsError,
  pendingMigrations,
  readMigrations,
} from './migrations'

/** The reason that the database cannot be used. */
export interface DatabaseProblem {
  kind: DatabaseFault | 'migrations' | 'unknown'
  /** for an operator: what is wrong and what to do */
  reason: string
}

/**
 * With less free space on its disk than this, in bytes, a database counts as unable to take writes:
 * a small one may still fit into what its journal has already.
 */
const MIN_FREE_BYTES = 1024 * 1024

/** Returns null when the database is usable. If the last write met a fault, tries another write. */
export async function databaseProblem(db: Database): Promise<DatabaseProblem | null> {
  try {
    if (db.health.damage.length > 0) return problemOf('damaged')
    const applied = await db.read.all<AppliedMigration>(
      'SELECT migration_name, checksum, logs FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
    )
    const pending = pendingMigrations(readMigrations(db.kind), applied)
    if (pending.length > 0) {
      return { kind: 'migrations', reason: `${pending.length} migrations are not applied` }
    }
    if (db.health.writeFault !== null) await tryToWrite(db)
    const [file] = db.files()
    if (file !== undefined && isFull(statfsSync(path.dirname(file)))) return problemOf('disk_full')
    return null
  } catch (error) {
    const fault = databaseFaultOf(error)
    if (fault) return problemOf(fault.fault)
    if (error instanceof MigrationsError) {
      return { kind: 'migrations', reason: error.message }
    }
    log.error('the database does not answer', causeOf(error))
    return {
      kind: 'unknown',
      reason: 'The database does not answer; the log of the server says more.',
    }
  }
}

function problemOf(fault: DatabaseFault): DatabaseProblem {
  return { kind: fault, reason: FAULT_WORDS[fault] }
}

/**
 * Returns whether a file system has no room for the next writes; false if it does not know its
 * size.
 */
export function isFull({
  blocks,
  bavail,
  bsize,
}: Pick<StatsFs, 'blocks' | 'bavail' | 'bsize'>): boolean {
  return blocks > 0 && bavail * bsize < MIN_FREE_BYTES
}

/** Rewriting a row unchanged still goes through the journal like any write. */
async function tryToWrite(db: Database): Promise<void> {
  await db.write((tx) =>
    tx.run('UPDATE _prisma_migrations SET applied_steps_count = applied_steps_count'),
  )
}
