import path from 'node:path'
import { followAnswers } from '@/app/fault-status'
import '@/lib/work'
import { migrateAfterBackup, keepBackingUp } from './lib/backup/regular-backups'
import { closeDatabase, openDatabase, useDatabase } from './lib/db'
import { reasonOf } from './lib/db/faults'
import { tightenFiles } from './lib/db/private-files'
import { lockOn } from './lib/db/sqlite-adapter'
import { ending, endOnSignal } from './lib/ending'
import { keepFolders } from './lib/folders/worker'
import { keepResuming } from './lib/jobs/jobs'
import { causeOf, log } from './lib/log'
import { announcedServer, announceServer, sayWhenReady } from './lib/server-file'
import { lapseHeld, resumeSessions } from './lib/sessions/recover'
import { collectAtRest } from './lib/metrics/garbage'
import { settings, sqliteFile } from './lib/settings'
import { flushReads } from './lib/store/reads'
import { compactLeftOvers } from './lib/store/redact/compaction'
import { clearIncoming } from './lib/transfer/source'
import { keepTesting } from './lib/why/after-changes'
import { forgetOld } from './lib/why/causes'
import { existsSync, mkdirSync, realpathSync } from 'node:fs'

/** What goes on beside the calls, until the signal aborts. */
const BESIDE = [
  keepResuming,
  resumeSessions,
  lapseHeld,
  compactLeftOvers,
  keepBackingUp,
  keepFolders,
  forgetOld,
  keepTesting,
  collectAtRest,
]

/** Prepares the database and begins the work beside the calls; ends the process where it cannot. */
export async function boot(): Promise<void> {
  try {
    // What the server writes is readable by nobody else: uploads, copies, what engines log.
    process.umask(0o077)
    const { databaseUrl, dataDir } = settings()
    mkdirSync(dataDir, { recursive: true })
    claim(databaseUrl)
    await clearIncoming()
    const applied = await migrateAfterBackup(databaseUrl)
    if (applied.length > 0) log.info('migrations applied', { count: applied.length })
    const database = await openDatabase(databaseUrl)
    tightenFiles(dataDir, database.file)
    useDatabase(database)
    const withdraw = announceServer()
    endOnSignal(async () => {
      withdraw()
      await flushReads().catch(() => log.warn('some reads are not counted'))
      await closeDatabase()
    })
    followAnswers()
    for (const begin of BESIDE) void beside(begin)
    void sayWhenReady(ending())
  } catch (error) {
    // Next would go on and answer 500 to everything.
    process.stderr.write(`palimpsest: ${reasonOf(error)}\n`)
    process.exit(1)
  }
}

/** Refuses a second server on one SQLite file. */
function claim(databaseUrl: string): void {
  const file = sqliteFile(databaseUrl)
  if (file === null) return
  mkdirSync(path.dirname(file), { recursive: true })
  if (lockOn(`${existsSync(file) ? realpathSync(file) : file}.server`)) return
  const other = announcedServer(settings().dataDir)
  const where = other ? ` at ${other.url} (process ${other.pid})` : ''
  throw new Error(`another server${where} has ${file} open: a SQLite database has one`)
}

async function beside(begin: (signal: AbortSignal) => Promise<void> | void): Promise<void> {
  try {
    await begin(ending())
  } catch (error) {
    log.error('work beside the calls did not begin', causeOf(error))
  }
}
