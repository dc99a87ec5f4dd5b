import { stopAllRuns } from '@/lib/agent/run-sessions'
import { resumeSessions } from '@/lib/agent/resume-sessions'
import { database } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { stopAllJobs } from '@/lib/jobs/run-job'
import { log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { beginShutdown, onShutdown } from '@/lib/shutdown'
import { resumeWork } from '@/lib/store/resume-work'
import { flushReads } from '@/lib/store/reads'
import { startSettling } from '@/lib/store/settler'

/** Prepares the database and starts the work in the background; ends the process where it cannot. */
export async function boot(): Promise<void> {
  try {
    const applied = await migrate(settings().databaseUrl)
    if (applied.length > 0) log.info('migrations applied', { count: applied.length })
    const db = database()
    const stopResuming = resumeWork(db)
    const stopSettling = startSettling(db)
    const stopLooking = resumeSessions(db)
    onShutdown(async () => {
      stopResuming()
      stopLooking()
      await stopAllRuns()
      stopAllJobs()
      await flushReads(db)
      await stopSettling()
    })
  } catch (error) {
    // next start would stay up and answer 500 to everything.
    process.stderr.write(`palimpsest: the database cannot be used: ${reasonOf(error)}\n`)
    process.exit(1)
  }
  process.once('SIGTERM', () => void beginShutdown())
  process.once('SIGINT', () => void beginShutdown())
}

/** One line. A host with several addresses, none of which answers, gives an error without words. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}
