import path from 'node:path'
import { perProcess } from '@/lib/per-process'
import { onShutdown } from '@/lib/shutdown'
import type { ScanFinding, ScanInput } from './finding'
import { type TaskOutcome, TaskThread, type UnansweredReason } from './task-thread'

/** What came of asking for a scan. `unscanned` is never `nothing found`. */
export type ScanOutcome =
  | { state: 'scanned'; findings: ScanFinding[] }
  | { state: 'unscanned'; reason: UnansweredReason }

const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'scan-worker.mjs')

const NOTHING: ScanOutcome = { state: 'scanned', findings: [] }

/**
 * Scans changes in a thread of its own, one after the other: a text can be made that keeps a pattern
 * busy, and the serving thread must never wait for it.
 */
export class Scanner {
  private readonly thread: TaskThread<ScanInput, ScanFinding[]>

  constructor(file = WORKER, mostWaiting?: number) {
    this.thread = new TaskThread(file, mostWaiting)
  }

  /** Answers within `deadlineMs`, waiting for the thread included; never throws. */
  async scan(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
    if (isEmpty(input)) return NOTHING
    return outcomeOf(await this.thread.ask(input, deadlineMs))
  }

  /**
   * The same, but the deadline counts from when the thread runs: for work that nobody waits for, on a
   * machine so busy that a thread takes seconds to start.
   */
  async scanOnceReady(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
    if (isEmpty(input)) return NOTHING
    return outcomeOf(await this.thread.askOnceReady(input, deadlineMs))
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

const isEmpty = ({ path, lines }: ScanInput) => path === null && lines.length === 0

function outcomeOf(outcome: TaskOutcome<ScanFinding[]>): ScanOutcome {
  if (outcome.isAnswered) return { state: 'scanned', findings: outcome.answer }
  return { state: 'unscanned', reason: outcome.reason }
}

const scanner = (): Scanner =>
  perProcess('scanner', () => {
    const created = new Scanner()
    onShutdown(() => created.stop())
    return created
  })

/**
 * Scans the added lines of a change within `deadlineMs` (50 where a write waits for it): what is not
 * scanned by then is `unscanned`. Never throws.
 */
export function scan(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
  return scanner().scan(input, deadlineMs)
}

/**
 * The same for work in the background: the deadline counts from when the thread runs, so that a slow
 * start leaves nothing unscanned.
 */
export function scanOnceReady(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
  return scanner().scanOnceReady(input, deadlineMs)
}

/** Starts the process's scanner ahead of its first scan. */
export function warmScanner(): void {
  scanner().warm()
}
