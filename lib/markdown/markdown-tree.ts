import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Root } from 'hast'

/** Longer, nobody waits; a hundred kilobytes of prose take one second, on a busy machine five. */
const DEADLINE_MS = 10_000

/** Threads at a time; whoever comes later waits. */
const MOST_WORKERS = 2

/** Of one thread, in megabytes. */
const MEMORY_MB = 512

const WORKER = path.join(process.cwd(), 'lib', 'markdown', 'tree-worker.mjs')

const idle: Worker[] = []
const waiting: (() => void)[] = []
let running = 0

/**
 * Markdown with GFM as a tree of HTML's elements, in which HTML that is written in it is text. Null
 * where that takes longer than `deadlineMs`, or is too much or too deep to be shown: what an agent
 * wrote must not keep the server busy.
 */
export async function markdownTree(
  content: string,
  deadlineMs = DEADLINE_MS,
): Promise<Root | null> {
  while (running >= MOST_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  const worker = idle.pop() ?? startWorker()
  try {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
    worker.postMessage(content)
    const [tree] = (await answer) as [Root | null]
    idle.push(worker)
    return tree
  } catch (error) {
    void worker.terminate()
    if (isTooMuch(error)) return null
    throw error
  } finally {
    running--
    waiting.shift()?.()
  }
}

function startWorker(): Worker {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  // A thread that waits for work does not keep a script alive, and one that is ended in the middle
  // of it has nobody left to complain to.
  worker.unref()
  worker.on('error', () => {})
  return worker
}

/** The parser needs longer, or more memory, than it is given. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === OUT_OF_MEMORY)
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'
