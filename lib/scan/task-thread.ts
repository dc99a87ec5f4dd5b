import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { causeOf, log } from '@/lib/log'
import { FairQueue } from './fair-queue'

/** The reason for which a task has no answer. */
export type UnansweredReason = 'deadline' | 'queue_full' | 'fault' | 'stopped'

/** The outcome of a task. */
export type TaskOutcome<Answer> =
  | { isAnswered: true; answer: Answer }
  | { isAnswered: false; reason: UnansweredReason }

/** The caller that waits for a task, and for how long. */
export interface Waiting {
  /** whose turn it takes: tasks of one caller wait for each other, and for nobody else's behind them */
  caller: string
  /** the longest wait, that for the thread and for others' turns included; milliseconds */
  deadlineMs: number
}

/** A thread that is not ready by then is given up. Milliseconds, of a busy machine. */
const START_MS = 20_000

/** A task may take longer than this only while nobody else waits; milliseconds. */
const TURN_MS = 1_000

const MEMORY_MB = 256

interface Ask<Task, Answer> {
  task: Task
  /** null: work of the background */
  caller: string | null
  /** tells it that its turn has come */
  begin: () => void
  /** answers the caller; calls after the first do nothing */
  settle: (outcome: TaskOutcome<Answer>) => void
}

interface Running<Task, Answer> {
  ask: Ask<Task, Answer>
  /** ends its turn */
  turn: NodeJS.Timeout
  isTurnOver: boolean
}

interface Thread {
  worker: Worker
  isReady: boolean
  /** gives up a thread that does not get ready */
  starting: NodeJS.Timeout
}

interface Options {
  /** tasks of one caller that may wait; what is asked beyond them is not answered */
  maxWaiting?: number | undefined
  /** how long the thread is kept without a task, in milliseconds; for work that can await a start */
  idleMs?: number
  /** how long a task may keep others waiting; milliseconds */
  turnMs?: number
}

/**
 * Does tasks in a thread of its own, one after the other, so that the serving thread never waits for
 * one. Its program posts `ready`, and then an answer for each task. The thread starts with the first
 * task and is replaced when one takes longer than its caller allows, or keeps others waiting too long.
 */
export class TaskThread<Task, Answer extends object> {
  private thread: Thread | null = null
  private readonly waiting: FairQueue<Ask<Task, Answer>>
  private running: Running<Task, Answer> | null = null
  private isStopped = false
  private idleTimer: NodeJS.Timeout | null = null
  private readonly idleMs: number
  private readonly turnMs: number

  constructor(
    private readonly file: string,
    { maxWaiting, idleMs = Infinity, turnMs = TURN_MS }: Options = {},
  ) {
    this.waiting = new FairQueue(maxWaiting)
    this.idleMs = idleMs
    this.turnMs = turnMs
  }

  /** Answers within the deadline; never throws. */
  ask(task: Task, { caller, deadlineMs }: Waiting): Promise<TaskOutcome<Answer>> {
    return new Promise((resolve) => {
      const ask = this.asked(task, caller, resolve)
      this.startClock(ask, deadlineMs)
      this.enqueue(ask)
    })
  }

  /**
   * Runs a task in the background, once all others are done; it may then take `deadlineMs`. Never
   * throws.
   */
  askInBackground(task: Task, deadlineMs: number): Promise<TaskOutcome<Answer>> {
    return new Promise((resolve) => {
      const ask = this.asked(task, null, resolve)
      ask.begin = () => this.startClock(ask, deadlineMs)
      this.enqueue(ask)
    })
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

  private asked(
    task: Task,
    caller: string | null,
    settle: (outcome: TaskOutcome<Answer>) => void,
  ): Ask<Task, Answer> {
    return { task, caller, begin: () => undefined, settle }
  }

  private startClock(ask: Ask<Task, Answer>, deadlineMs: number): void {
    // An answer that has come is taken before its deadline: a busy process reads it late.
    const timer = setTimeout(() => setImmediate(() => this.giveUp(ask)), deadlineMs)
    const { settle } = ask
    ask.settle = (outcome) => {
      clearTimeout(timer)
      settle(outcome)
    }
  }

  private enqueue(ask: Ask<Task, Answer>): void {
    if (this.isStopped) return ask.settle({ isAnswered: false, reason: 'stopped' })
    if (!this.waiting.add(ask, ask.caller)) {
      return ask.settle({ isAnswered: false, reason: 'queue_full' })
    }
    if (this.running?.isTurnOver) this.endTurn(this.running)
    this.next()
  }

  private next(): void {
    this.warm()
    if (this.running || !this.thread?.isReady) return
    if (this.idleTimer) clearTimeout(this.idleTimer)
    const ask = this.waiting.take()
    if (ask) this.run(ask, this.thread.worker)
    else if (this.idleMs < Infinity) {
      this.idleTimer = setTimeout(() => this.rest(), this.idleMs).unref()
    }
  }

  private run(ask: Ask<Task, Answer>, worker: Worker): void {
    const turn = setTimeout(() => setImmediate(() => this.endTurn(running)), this.turnMs)
    const running: Running<Task, Answer> = { ask, turn: turn.unref(), isTurnOver: false }
    this.running = running
    ask.begin()
    worker.postMessage(ask.task)
  }

  /** Ends a task that had its time, as soon as somebody else waits. */
  private endTurn(running: Running<Task, Answer>): void {
    running.isTurnOver = true
    if (this.running === running && this.waiting.hasOther(running.ask.caller)) {
      this.giveUp(running.ask)
    }
  }

  /** Ends the running task's turn, and returns the task; null if none ran. */
  private ended(): Ask<Task, Answer> | null {
    if (!this.running) return null
    const { ask, turn } = this.running
    clearTimeout(turn)
    this.running = null
    return ask
  }

  /** Ends the thread, whose memory others need more; the next task starts one. */
  private rest(): void {
    if (this.running || !this.waiting.isEmpty()) return
    const old = this.thread
    this.thread = null
    if (old) void old.worker.terminate()
  }

  private giveUp(ask: Ask<Task, Answer>): void {
    this.waiting.remove(ask)
    ask.settle({ isAnswered: false, reason: 'deadline' })
    if (this.running?.ask === ask) this.replace()
  }

  /** The thread cannot be interrupted otherwise. */
  private replace(): void {
    const old = this.thread
    this.ended()
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
    } else {
      this.ended()?.settle({ isAnswered: true, answer: message })
    }
    this.next()
  }

  /** A thread that failed at a task is replaced; one that cannot start fails all that wait. */
  private fail(worker: Worker, error: unknown): void {
    if (this.thread?.worker !== worker) return
    log.error('a thread failed', { program: path.basename(this.file), ...causeOf(error) })
    clearTimeout(this.thread.starting)
    if (!this.thread.isReady) return this.drop('fault')
    this.running?.ask.settle({ isAnswered: false, reason: 'fault' })
    this.replace()
  }

  private drop(reason: UnansweredReason): void {
    const running = this.ended()
    const asked = [...(running ? [running] : []), ...this.waiting.clear()]
    if (this.thread) {
      clearTimeout(this.thread.starting)
      void this.thread.worker.terminate()
    }
    this.thread = null
    for (const ask of asked) ask.settle({ isAnswered: false, reason })
  }
}
