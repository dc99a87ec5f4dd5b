import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { causeOf, log } from '@/lib/log'

/** Why a task has no answer. */
export type UnansweredReason = 'deadline' | 'queue_full' | 'fault' | 'stopped'

/** What came of a task. */
export type TaskOutcome<Answer> =
  | { isAnswered: true; answer: Answer }
  | { isAnswered: false; reason: UnansweredReason }

/** Tasks that may wait for the thread; what is asked beyond them is not answered. */
const MOST_WAITING = 256

/** A thread that is not ready by then is given up. Milliseconds, of a busy machine. */
const START_MS = 20_000

const MEMORY_MB = 256

interface Ask<Task, Answer> {
  task: Task
  /** answers the caller; calls after the first do nothing */
  settle: (outcome: TaskOutcome<Answer>) => void
}

interface Thread {
  worker: Worker
  isReady: boolean
  /** gives up a thread that does not get ready */
  starting: NodeJS.Timeout
}

/**
 * Does tasks in a thread of its own, one after the other, so that the serving thread never waits for
 * one. Its program posts `ready`, and then an answer for each task. The thread starts with the first
 * task and is replaced when one takes longer than its caller allows.
 */
export class TaskThread<Task, Answer extends object> {
  private thread: Thread | null = null
  private readonly waiting: Ask<Task, Answer>[] = []
  private running: Ask<Task, Answer> | null = null
  private isStopped = false
  private idleTimer: NodeJS.Timeout | null = null
  /** who waits until the thread runs, or cannot */
  private readonly starters: (() => void)[] = []

  constructor(
    private readonly file: string,
    private readonly mostWaiting = MOST_WAITING,
    /** how long the thread is kept without a task, in milliseconds; for work that can await a start */
    private readonly idleMs = Infinity,
  ) {}

  /** Answers within `deadlineMs`, waiting for the thread included; never throws. */
  ask(task: Task, deadlineMs: number): Promise<TaskOutcome<Answer>> {
    if (this.isStopped) return Promise.resolve({ isAnswered: false, reason: 'stopped' })
    if (this.waiting.length >= this.mostWaiting) {
      return Promise.resolve({ isAnswered: false, reason: 'queue_full' })
    }
    return new Promise((resolve) => {
      // An answer that has come is taken before its deadline: a busy process reads it late.
      const timer = setTimeout(() => setImmediate(() => this.giveUp(ask)), deadlineMs)
      const ask: Ask<Task, Answer> = {
        task,
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
  async askOnceReady(task: Task, deadlineMs: number): Promise<TaskOutcome<Answer>> {
    await this.ready()
    return this.ask(task, deadlineMs)
  }

  /** Starts the thread, so that the first task does not wait for it. */
  warm(): void {
    if (!this.isStopped) this.thread ??= this.start()
  }

  /** Ends the thread; what is asked is not answered, nor is what comes later. */
  async stop(): Promise<void> {
    this.isStopped = true
    const thread = this.thread
    this.drop('stopped')
    await thread?.worker.terminate()
  }

  /** Resolves once the thread takes tasks, or cannot. */
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
    if (this.idleTimer) clearTimeout(this.idleTimer)
    if (this.running) this.thread.worker.postMessage(this.running.task)
    else if (this.idleMs < Infinity) {
      this.idleTimer = setTimeout(() => this.rest(), this.idleMs).unref()
    }
  }

  /** Ends the thread, whose memory others need more; the next task starts one. */
  private rest(): void {
    if (this.running || this.waiting.length > 0 || this.starters.length > 0) return
    const old = this.thread
    this.thread = null
    if (old) void old.worker.terminate()
  }

  private giveUp(ask: Ask<Task, Answer>): void {
    const place = this.waiting.indexOf(ask)
    if (place !== -1) this.waiting.splice(place, 1)
    ask.settle({ isAnswered: false, reason: 'deadline' })
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
    // A thread does not keep a script alive; the deadline of a task does.
    worker.unref()
    const starting = setTimeout(() => this.fail(worker, new Error('not ready')), START_MS).unref()
    worker.on('message', (message: 'ready' | Answer) => this.hear(worker, message))
    worker.on('error', (error) => this.fail(worker, error))
    worker.on('exit', () => this.fail(worker, new Error('exited')))
    return { worker, isReady: false, starting }
  }

  private hear(worker: Worker, message: 'ready' | Answer): void {
    if (this.thread?.worker !== worker) return
    if (message === 'ready') {
      clearTimeout(this.thread.starting)
      this.thread.isReady = true
      this.tellStarters()
    } else {
      const ask = this.running
      this.running = null
      ask?.settle({ isAnswered: true, answer: message })
    }
    this.next()
  }

  /** A thread that failed at a task is replaced; one that cannot start fails all that wait. */
  private fail(worker: Worker, error: unknown): void {
    if (this.thread?.worker !== worker) return
    log.error('a thread failed', { program: path.basename(this.file), ...causeOf(error) })
    clearTimeout(this.thread.starting)
    if (!this.thread.isReady) return this.drop('fault')
    this.running?.settle({ isAnswered: false, reason: 'fault' })
    this.replace()
  }

  private drop(reason: UnansweredReason): void {
    const asked = [...(this.running ? [this.running] : []), ...this.waiting.splice(0)]
    if (this.thread) {
      clearTimeout(this.thread.starting)
      void this.thread.worker.terminate()
    }
    this.thread = null
    this.running = null
    this.tellStarters()
    for (const ask of asked) ask.settle({ isAnswered: false, reason })
  }
}
