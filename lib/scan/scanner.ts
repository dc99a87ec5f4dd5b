import path from 'node:path'
import { perProcess } from '@/lib/per-process'
import { onShutdown } from '@/lib/shutdown'
import type { ScanAnswer, ScanFinding, ScanInput } from './finding'
import { type TaskOutcome, TaskThread, type UnansweredReason, type Waiting } from './task-thread'

/**
 * The outcome of a request for a scan. `unscanned` never means `nothing found`. If there was too
 * much to look at all of it, or to report everything, the findings are some of those that there
 * are.
 */
export type ScanOutcome =
  | { state: 'scanned'; findings: ScanFinding[] }
  | { state: 'unscanned'; reason: UnansweredReason }
  | { state: 'unscanned'; reason: 'too_much'; findings: ScanFinding[] }

const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'scan-worker.mjs')

const NOTHING: ScanOutcome = { state: 'scanned', findings: [] }

/**
 * Scans changes in a thread of its own, one after the other: a text can be made that keeps a pattern
 * busy, and the serving thread must never wait for it. Those who wait take turns, and what is examined
 * in the background comes after all of them.
 */
export class Scanner {
  private readonly thread: TaskThread<ScanInput, ScanAnswer>

  constructor(file = WORKER, options?: { maxWaiting?: number; turnMs?: number }) {
    this.thread = new TaskThread(file, options)
  }

  /** Answers within the deadline, waiting for the thread and for others included; never throws. */
  async scan(input: ScanInput, waiting: Waiting): Promise<ScanOutcome> {
    if (isEmpty(input)) return NOTHING
    return outcomeOf(await this.thread.ask(input, waiting))
  }

  /**
   * Scans in the background, once nobody else waits; the scan itself may then take `deadlineMs`.
   * Never throws.
   */
  async scanInBackground(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
    if (isEmpty(input)) return NOTHING
    return outcomeOf(await this.thread.askInBackground(input, deadlineMs))
  }

  /** Starts the thread, so that the first scan does not wait for it. */
  warm(): void {
    this.thread.warm()
  }

  /** Ends the thread; what is asked is not scanned, nor is what comes later. */
  stop(): Promise<void> {
    return this.thread.stop()
  }
}

function outcomeOf(outcome: TaskOutcome<ScanAnswer>): ScanOutcome {
  if (!outcome.isAnswered) return { state: 'unscanned', reason: outcome.reason }
  const { findings, isWhole } = outcome.answer
  return isWhole
    ? { state: 'scanned', findings }
    : { state: 'unscanned', reason: 'too_much', findings }
}

const isEmpty = ({ path, lines }: ScanInput) => path === null && lines.length === 0

const scanner = (): Scanner =>
  perProcess('scanner', () => {
    const created = new Scanner()
    onShutdown(() => created.stop())
    return created
  })

/**
 * Scans the added lines of a change that somebody waits with: `caller` is whose turn it takes, the
 * agent that writes. What is not scanned within the deadline is `unscanned`. Never throws.
 */
export function scan(input: ScanInput, waiting: Waiting): Promise<ScanOutcome> {
  return scanner().scan(input, waiting)
}

/**
 * The same for work that nobody waits for: it comes after all that somebody waits for, and its
 * deadline counts from when its turn has come.
 */
export function scanInBackground(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
  return scanner().scanInBackground(input, deadlineMs)
}

/** Starts the process's scanner ahead of its first scan. */
export function warmScanner(): void {
  scanner().warm()
}
