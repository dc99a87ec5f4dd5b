import { setMaxListeners } from 'node:events'
import { causeOf, log } from './log'
import { perProcess } from './per-process'

const end = perProcess('end of the process', () => {
  const asked = new AbortController()
  // Each stream waits for it.
  setMaxListeners(0, asked.signal)
  return { asked, underWay: new Set<Promise<unknown>>() }
})

/** Aborts when the process was asked to end: streams and work stop then. */
export const ending = (): AbortSignal => end.asked.signal

/** Work that the end of the process waits a moment for, such as the answer to a call. */
export function untilDone<T>(work: Promise<T>): Promise<T> {
  end.underWay.add(work)
  return work.finally(() => end.underWay.delete(work))
}

/** Resolves once all that is under way has ended, well or not. */
export const allDone = (): Promise<unknown> => Promise.allSettled(end.underWay)

/** How long what is under way may go on, and all of the end; milliseconds. */
const PATIENCE_MS = 500
const WITHIN_MS = 1_800

/**
 * Ends the process at the first signal, once, with exit code 0: `ending` aborts, what is under way is
 * waited for, then `last` is done. scripts/start.mjs has told Next to leave that to us.
 */
export function endOnSignal(last: () => Promise<void>): void {
  // Whoever reads this output may have ended before.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const finish = async () => {
    if (ending().aborted) return
    setTimeout(() => process.exit(0), WITHIN_MS).unref()
    end.asked.abort(new Error('the server ends'))
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())
    await Promise.race([allDone(), late])
    await last().catch((error: unknown) =>
      log.error('the server could not end cleanly', causeOf(error)),
    )
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void finish())
}
