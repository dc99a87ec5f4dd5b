import path from 'node:path'
import { perProcess } from '@/lib/per-process'
import { onShutdown } from '@/lib/shutdown'
import { linePairs } from '@/lib/text/line-hunks'
import { countLines } from '@/lib/text/lines'
import type { LinePair } from '@/lib/text/matching-lines'
import { type TextPair, unpackedPairs } from './packed-pairs'
import { TaskThread } from './task-thread'

const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'compare-worker.mjs')

/** Texts with more, together, are compared in the thread: up to here it takes some milliseconds. */
const MAX_LINES_HERE = 1_500
const MAX_CHARACTERS_HERE = 100_000

/** Nobody can make two texts that take so long to compare, unless the machine stands still. */
const TIMEOUT_MS = 60_000

/** Time for which an idle thread is kept, in milliseconds. */
const IDLE_MS = 60_000

const thread = () =>
  perProcess('line comparer', () => {
    const created = new TaskThread<TextPair, Int32Array>(WORKER, {
      idleMs: IDLE_MS,
      // Whoever asks has no other answer, and waits: what waits is as much as they hold anyhow.
      maxWaiting: Infinity,
    })
    onShutdown(() => created.stop())
    return created
  })

/**
 * Like `linePairs` of lib/text/line-hunks, but large texts are compared in a thread, so that nobody
 * waits for them. Rejects if the thread cannot do it: then the application is ending, as a rule.
 */
export async function linePairsAside(before: string, after: string): Promise<LinePair[]> {
  if (before === after || isSmall(before, after)) return linePairs(before, after)
  const outcome = await thread().askInBackground({ before, after }, TIMEOUT_MS)
  if (!outcome.isAnswered) throw new Error(`two texts were not compared: ${outcome.reason}`)
  return unpackedPairs(outcome.answer)
}

/** The same, but a newline at the end of a text does not count. */
export function commonLinesAside(before: string, after: string): Promise<LinePair[]> {
  return linePairsAside(ended(before), ended(after))
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

function isSmall(before: string, after: string): boolean {
  if (before.length + after.length > MAX_CHARACTERS_HERE) return false
  return countLines(before) + countLines(after) <= MAX_LINES_HERE
}
