import { stopAllRuns } from '@/lib/agent/run-sessions'
import { resumeSessions } from '@/lib/agent/resume-sessions'
import { announceServer } from '@/lib/api/server-file'
import { flushKeyUses } from '@/lib/auth/key-uses'
import { migrateAfterBackup } from '@/lib/backup/backup-file'
import { startRegularBackups } from '@/lib/backup/regular-backups'
import { searchBackups } from '@/lib/backup/search-backups'
import { startConnections } from '@/lib/connect/background/work-connections'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { poolerAdvice } from '@/lib/db/pooler'
import { tightenFiles } from '@/lib/db/private-files'
import { stopAllJobs } from '@/lib/jobs/run-job'
import { collectGarbageWhenIdle } from '@/lib/give-back-memory'
import { causeOf, log } from '@/lib/log'
import { flushClients } from '@/lib/mcp/clients'
import { watchRequests } from '@/lib/open-requests'
import { startAutomaticTests } from '@/lib/memory-tests/automatic/start-automatic-tests'
import { resumeExperiments, stopAllExperiments } from '@/lib/experiments/run-experiments'
import {
  resumeTestBisections,
  stopAllTestBisections,
} from '@/lib/memory-tests/bisections/run-bisections'
import { resumeTestRuns, stopAllTestRuns } from '@/lib/memory-tests/run-tests'
import { resumeReplays, stopAllReplays } from '@/lib/replay/run-replays'
import { settings } from '@/lib/settings'
import { beginShutdown, onShutdown } from '@/lib/shutdown'
import { startTracing } from '@/lib/tracing/traced'
import { startExpiring } from '@/lib/proposals/background/expire'
import { startLapsing } from '@/lib/proposals/background/lapse-proposals'
import { startPostingDigests } from '@/lib/review/background/post-digests'
import { startExamining } from '@/lib/review/background/examiner'
import { searchWatchedFolders } from '@/lib/connect/search-outside'
import { searchSources } from '@/lib/transfer/search-sources'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { startKeepingBlame } from '@/lib/store/background/blame-keeper'
import { lookForDamagedVersions } from '@/lib/store/background/look-for-damaged-versions'
import { resumeWork } from '@/lib/store/background/resume-work'
import { fingerprintAdvice } from '@/lib/store/redaction/fingerprint-advice'
import { flushReads } from '@/lib/store/reads/reads'
import { startCompressing } from '@/lib/store/background/version-compressor'
import { DAY_MS } from '@/lib/text/day-ms'

/**
 * Requests still unanswered this long after the process was asked to end are cut off; milliseconds.
 */
const DRAIN_TIMEOUT_MS = 7000

/** Prepares the database and starts the background work; ends the process if it cannot. */
export async function boot(): Promise<void> {
  const requests = watchRequests()
  try {
    // What the server writes is readable by nobody else: uploads, engine logs, copies.
    process.umask(0o077)
    tightenFiles(settings().databaseUrl)
    const applied = await migrateAfterBackup()
    if (applied.length > 0) log.info('migrations applied', { count: applied.length })
    const advice = await adviceOnPooler()
    if (advice !== null) log.warn(advice)
    const db = database()
    const strange = await fingerprintAdvice(db.read)
    if (strange !== null) log.warn(strange)
    await offerApi()
    guardAgentsWrites()
    searchWatchedFolders()
    searchSources()
    searchBackups()
    const stopGivingBack = collectGarbageWhenIdle()
    const stopResuming = resumeWork(db)
    const stopCompressing = startCompressing(db)
    const stopKeepingBlame = startKeepingBlame(db)
    const stopExamining = startExamining(db)
    const stopLapsing = startLapsing(db)
    const stopPosting = startPostingDigests(db, settings().digest)
    const stopExpiring = startExpiring(db)
    const stopLooking = resumeSessions(db)
    const stopReplays = resumeReplays(db)
    const stopTests = resumeTestRuns(db)
    const stopBisections = resumeTestBisections(db)
    const stopExperiments = resumeExperiments(db)
    const stopAutomaticTests = startAutomaticTests(db)
    const stopConnections = startConnections(db)
    const stopBackups = startRegularBackups()
    const stopChecking = startChecking(db)
    onShutdown(async () => {
      stopGivingBack()
      stopResuming()
      stopLapsing()
      stopPosting()
      stopExpiring()
      stopLooking()
      stopReplays()
      stopTests()
      stopBisections()
      stopExperiments()
      stopAutomaticTests()
      stopBackups()
      stopChecking()
      await Promise.all([
        stopAllRuns(),
        stopAllReplays(),
        stopAllTestRuns(),
        stopAllTestBisections(),
        stopAllExperiments(),
        stopAllJobs(),
        stopCompressing(),
        stopKeepingBlame(),
        stopExamining(),
        stopConnections(),
      ])
    })
    const stopTracing = await startTracing(settings().traces)
    const withdraw = announceServer()
    endOnSignal(async () => {
      withdraw()
      const [cutOff] = await Promise.all([requests.drain(DRAIN_TIMEOUT_MS), beginShutdown()])
      if (cutOff > 0) log.warn('requests were cut off', { count: cutOff })
      // The database is closed whatever cannot be written: that empties the journal into the file.
      const counted = await Promise.allSettled([flushReads(db), flushKeyUses(db), flushClients(db)])
      if (counted.some(({ status }) => status === 'rejected')) log.warn('some counts are lost')
      await stopTracing()
      await db.close()
    })
  } catch (error) {
    // Otherwise next start would keep running and answer 500 to everything.
    process.stderr.write(`palimpsest: the database cannot be used: ${reasonOf(error)}\n`)
    process.exit(1)
  }
}

/** The development server finds the API among its routes, as it is in the sources at that moment. */
async function offerApi(): Promise<void> {
  if (process.env.NODE_ENV !== 'production') return
  const { offerOwnAddresses } = await import('@/lib/api/own-addresses')
  offerOwnAddresses()
}

/** A first check for damage soon after the start, then one a day; milliseconds. */
const FIRST_CHECK_MS = 60_000
const CHECK_EVERY_MS = DAY_MS

function startChecking(db: Database): () => void {
  const stopping = new AbortController()
  const look = async () => {
    await db.lookForDamage()
    await lookForDamagedVersions(db, stopping.signal)
  }
  const check = () =>
    void look().catch((error: unknown) => {
      if (stopping.signal.aborted) return
      log.warn('the database could not be checked for damage', causeOf(error))
    })
  const first = setTimeout(check, FIRST_CHECK_MS).unref()
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => {
    stopping.abort()
    clearTimeout(first)
    clearInterval(timer)
  }
}

function adviceOnPooler(): Promise<string | null> {
  const { databaseUrl, postgresql } = settings()
  return databaseUrl.startsWith('file:')
    ? Promise.resolve(null)
    : poolerAdvice(databaseUrl, postgresql)
}

/** Ends the process at the first signal, once; scripts/serve.mjs has told the framework not to. */
function endOnSignal(finish: () => Promise<void>): void {
  // The reader of this output may have ended before.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    await finish().catch(() => log.error('the server could not end cleanly'))
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end())
}

/**
 * One line. A host with several addresses, none of which answers, gives an error without a message.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
