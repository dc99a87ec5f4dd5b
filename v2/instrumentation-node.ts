import { migrateAfterBackup, startRegularBackups } from '@/lib/backup/regular-backups'
import { closeDatabase, openDatabase, useDatabase } from '@/lib/db'
import { faultAsRefusal } from '@/lib/db/faults'
import { claimFile } from '@/lib/db/one-server'
import { tightenFiles } from '@/lib/db/private-files'
import { beginEnding, ending } from '@/lib/ending'
import { endJobs, resumeJobs } from '@/lib/jobs/jobs'
import { causeOf, log } from '@/lib/log'
import { addressOf, announcedServer, announceServer } from '@/lib/server-file'
import { settings } from '@/lib/settings'
import { flushReads } from '@/lib/store/reads'
import '@/lib/work'

/** How long calls that are under way may go on when the process is asked to end; milliseconds. */
const PATIENCE_MS = 500

/** All of the end takes less than this; milliseconds. */
const END_WITHIN_MS = 1_800

/** What goes on beside the calls, each until the signal aborts. */
const WORK = [resumeJobs, startRegularBackups]

/** Prepares the database and begins the work beside the calls; ends the process where it cannot. */
export async function boot(): Promise<void> {
  try {
    // What the server writes is readable by nobody else: uploads, copies, what engines log.
    process.umask(0o077)
    const { databaseUrl, dataDir } = settings()
    const file = databaseUrl.startsWith('file:') ? databaseUrl.slice('file:'.length) : null
    if (file !== null && !claimFile(file)) throw new Error(secondServer(file))
    tightenFiles(dataDir, file)
    const applied = await migrateAfterBackup(databaseUrl)
    if (applied.length > 0) log.info('migrations applied', { count: applied.length })
    useDatabase(await openDatabase(databaseUrl))
    const withdraw = announceServer()
    for (const start of WORK) void begin(start)
    endOnSignal(withdraw)
    void sayServing(addressOf(settings()))
  } catch (error) {
    // Next would go on and answer 500 to everything.
    process.stderr.write(`palimpsest: ${reasonOf(error)}\n`)
    process.exit(1)
  }
}

function secondServer(file: string): string {
  const other = announcedServer(settings().dataDir)
  const where = other ? ` at ${other.url} (process ${other.pid})` : ''
  return `another server${where} has ${file} open: a SQLite database has one`
}

async function begin(start: (signal: AbortSignal) => Promise<void> | void): Promise<void> {
  try {
    await start(ending())
  } catch (error) {
    log.error('work beside the calls did not begin', causeOf(error))
  }
}

/** Ends the process at the first signal, once; scripts/start.mjs has told Next not to. */
function endOnSignal(withdraw: () => void): void {
  // Whoever reads this output may have ended before.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(0), END_WITHIN_MS).unref()
    withdraw()
    endJobs()
    await beginEnding(PATIENCE_MS)
    await flushReads().catch(() => log.warn('some reads are not counted'))
    await closeDatabase()
    process.exit(0)
  }
  const orElse = (error: unknown) => {
    log.error('the server could not end cleanly', causeOf(error))
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void end().catch(orElse))
  }
}

const LOOK_EVERY_MS = 100

/** Tells whoever started the server where it is, once it is ready. */
async function sayServing(url: string): Promise<void> {
  while (!ending().aborted) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) {
      process.stdout.write(`palimpsest: serving ${url}\n`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** One line. A host with several addresses, none of which answers, gives an error without words. */
function reasonOf(error: unknown): string {
  const fault = faultAsRefusal(error)
  if (fault) return fault.message
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
