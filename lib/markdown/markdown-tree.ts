import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Root } from 'hast'

/** 100 KB of prose take one second, five on a busy machine; more than this is given up. */
const DEADLINE_MS = 10_000

/** Threads at a time; further callers wait. */
const MAX_WORKERS = 2

/** The memory of one thread, in megabytes. */
const MEMORY_MB = 512

/**
 * Closing brackets that nothing opens: the parser looks for the start of each in all that precedes it,
 * which takes minutes for a hundred thousand.
 */
const MAX_UNOPENED_BRACKETS = 5_000

const WORKER = path.join(process.cwd(), 'lib', 'markdown', 'tree-worker.mjs')

/** Time for which an idle thread is kept, in milliseconds. */
const IDLE_MS = 60_000

const idle: Worker[] = []
let idleTimer: NodeJS.Timeout | undefined
const waiting: (() => void)[] = []
let running = 0

/**
 * Markdown with GFM as a tree of HTML elements, with embedded HTML as text. Null if that takes
 * longer than `deadlineMs`, or is too large or too deep to show: what an agent wrote must not block
 * the server.
 */
export async function markdownTree(
  content: string,
  deadlineMs = DEADLINE_MS,
): Promise<Root | null> {
  if (unopenedBrackets(content) > MAX_UNOPENED_BRACKETS) return null
  while (running >= MAX_WORKERS) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  const worker = idle.pop() ?? startWorker()
  try {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
    worker.postMessage(content)
    const [tree] = (await answer) as [Root | null]
    idle.push(worker)
    clearTimeout(idleTimer)
    idleTimer = setTimeout(endIdle, IDLE_MS).unref()
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

function unopenedBrackets(content: string): number {
  let [open, unopened] = [0, 0]
  for (const [bracket] of content.matchAll(/[[\]]/g)) {
    if (bracket === '[') open++
    else if (open > 0) open--
    else unopened++
  }
  return unopened
}

function endIdle(): void {
  for (const worker of idle.splice(0)) void worker.terminate()
}

function startWorker(): Worker {
  const worker = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  // An idle thread does not keep a script alive, and a terminated one has nobody to report to.
  worker.unref()
  worker.on('error', () => {})
  return worker
}

/** The parser exceeded its time or memory limit. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === OUT_OF_MEMORY)
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'
