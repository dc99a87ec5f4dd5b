import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { onShutdown } from '@/lib/shutdown'
import type { ScanFinding, ScanInput } from './finding'

/** Why something was not scanned. */
export type UnscannedReason = 'deadline' | 'queue_full' | 'fault' | 'stopped'

/** What came of asking for a scan. `unscanned` is never `nothing found`. */
export type ScanOutcome =
  | { state: 'scanned'; findings: ScanFinding[] }
  | { state: 'unscanned'; reason: UnscannedReason }

/** Scans that may wait for the thread; what is asked beyond them is not scanned. */
const MOST_WAITING = 256

/** A thread that is not ready by then is given up. Milliseconds, of a busy machine. */
const START_MS = 20_000

const MEMORY_MB = 256

const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'scan-worker.mjs')

interface Ask {
  input: ScanInput
  /** answers the caller; calls after the first do nothing */
  settle: (outcome: ScanOutcome) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
  /** gives up a thread that does not get ready */
  starting: NodeJS.Timeout
}

/**
 * Scans changes in a thread of its own, one after the other: a text can be made that keeps a pattern
 * busy, and the serving thread must never wait for it. The thread starts with the first scan and is
 * replaced when a scan takes longer than its caller allows.
 */
export class Scanner {
  private thread: Thread | null = null
  private readonly waiting: Ask[] = []
  private running: Ask | null = null
  private isStopped = false
  /** who waits until the thread runs, or cannot */
  private readonly starters: (() => void)[] = []

  constructor(
    private readonly file = WORKER,
    private readonly mostWaiting = MOST_WAITING,
  ) {}

  /** Answers within `deadlineMs`, waiting for the thread included; never throws. */
  scan(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
    if (this.isStopped) return Promise.resolve({ state: 'unscanned', reason: 'stopped' })
    if (input.lines.length === 0) return Promise.resolve({ state: 'scanned', findings: [] })
    if (this.waiting.length >= this.mostWaiting) {
      return Promise.resolve({ state: 'unscanned', reason: 'queue_full' })
    }
    return new Promise((resolve) => {
      // An answer that has come is taken before its deadline: a busy process reads it late.
      const timer = setTimeout(() => setImmediate(() => this.giveUp(ask)), deadlineMs)
      const ask: Ask = {
        input,
        settle: (outcome) => {
          clearTimeout(timer)
          resolve(outcome)
        },
      }
      this.waiting.push(ask)
      this.next()
    })
  }

  /**
   * The same, but the deadline counts from when the thread runs: for work that nobody waits for, on a
   * machine so busy that a thread takes seconds to start.
   */
  async scanOnceReady(input: ScanInput, deadlineMs: number): Promise<ScanOutcome> {
    if (input.lines.length > 0) await this.ready()
    return this.scan(input, deadlineMs)
  }

  /** Starts the thread, so that the first scan does not wait for it. */
  warm(): void {
    if (!this.isStopped) this.thread ??= this.start()
  }

  /** Ends the thread; what is asked is not scanned, nor is what comes later. */
  async stop(): Promise<void> {
    this.isStopped = true
    const thread = this.thread
    this.drop('stopped')
    await thread?.worker.terminate()
  }

  /** Resolves once the thread takes scans, or cannot. */
  private ready(): Promise<void> {
    this.warm()
    if (!this.thread || this.thread.isReady) return Promise.resolve()
    return new Promise((resolve) => this.starters.push(resolve))
  }

  private tellStarters(): void {
    for (const tell of this.starters.splice(0)) tell()
  }

  private next(): void {
    this.warm()
    if (this.running || !this.thread?.isReady) return
    this.running = this.waiting.shift() ?? null
    if (this.running) this.thread.worker.postMessage(this.running.input)
  }

  private giveUp(ask: Ask): void {
    const place = this.waiting.indexOf(ask)
    if (place !== -1) this.waiting.splice(place, 1)
    ask.settle({ state: 'unscanned', reason: 'deadline' })
    if (this.running === ask) this.replace()
  }

  /** The thread cannot be interrupted otherwise. */
  private replace(): void {
    const old = this.thread
    this.running = null
    this.thread = null
    if (old) void old.worker.terminate()
    this.next()
  }

  private start(): Thread {
    const worker = new Worker(this.file, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    // A thread does not keep a script alive; the deadline of a scan does.
    worker.unref()
    const starting = setTimeout(() => this.fail(worker, new Error('not ready')), START_MS).unref()
    worker.on('message', (message: 'ready' | ScanFinding[]) => this.hear(worker, message))
    worker.on('error', (error) => this.fail(worker, error))
    worker.on('exit', () => this.fail(worker, new Error('exited')))
    return { worker, isReady: false, starting }
  }

  private hear(worker: Worker, message: 'ready' | ScanFinding[]): void {
    if (this.thread?.worker !== worker) return
    if (message === 'ready') {
      clearTimeout(this.thread.starting)
      this.thread.isReady = true
      this.tellStarters()
    } else {
      const ask = this.running
      this.running = null
      ask?.settle({ state: 'scanned', findings: message })
    }
    this.next()
  }

  /** A thread that failed at a scan is replaced; one that cannot start fails all that wait. */
  private fail(worker: Worker, error: unknown): void {
    if (this.thread?.worker !== worker) return
    log.error('the scanner’s thread failed', causeOf(error))
    clearTimeout(this.thread.starting)
    if (!this.thread.isReady) return this.drop('fault')
    this.running?.settle({ state: 'unscanned', reason: 'fault' })
    this.replace()
  }

  private drop(reason: UnscannedReason): void {
    const asked = [...(this.running ? [this.running] : []), ...this.waiting.splice(0)]
    if (this.thread) {
      clearTimeout(this.thread.starting)
      void this.thread.worker.terminate()
    }
    this.thread = null
    this.running = null
    this.tellStarters()
    for (const ask of asked) ask.settle({ state: 'unscanned', reason })
  }
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
