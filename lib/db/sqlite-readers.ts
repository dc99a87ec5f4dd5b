import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { OpenedFiles } from './opened-files'
import type { BulkSql, SqlValue } from './sql'

/** Threads that read at the same time; further queries queue. */
const MAX_THREADS = 2

/** Includes threads told to stop that are still inside an uninterruptible step. */
const MAX_LIVING = 4

/** Time for which an idle thread is kept, in milliseconds. */
const IDLE_MS = 10_000

/** Time after which a thread that continues a cancelled query is terminated, in milliseconds. */
const GRACE_MS = 200

const WORKER = path.join(process.cwd(), 'lib', 'db', 'read-worker.mjs')

interface Query {
  text: string
  params: readonly SqlValue[]
  /** at most this many rows are read */
  mostRows: number
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (reason: unknown) => void
  /** the caller has left and its promise was rejected */
  isAbandoned: boolean
}

/**
 * A pool of threads with a reading connection each, because a better-sqlite3 statement blocks its
 * thread until done. Threads start on demand and stop after an idle time. Queries are served first
 * come, first served, so callers that page take turns. Each query sees what was committed when it
 * began: two queries of one caller may see different states, and nothing stays open between them
 * that would hold back a checkpoint.
 */
export class SqliteReaders implements BulkSql {
  private readonly waiting: Query[] = []
  private readonly threads = new Set<ReadThread>()
  private isClosed = false

  constructor(
    private readonly file: string,
    private readonly opened: OpenedFiles,
  ) {}

  all<Row>(text: string, params: readonly SqlValue[] = []): Promise<Row[]> {
    return this.ask(text, params, Infinity) as Promise<Row[]>
  }

  async get<Row>(text: string, params: readonly SqlValue[] = []): Promise<Row | undefined> {
    return (await this.ask(text, params, 1))[0] as Row | undefined
  }

  run(): Promise<number> {
    return Promise.reject(new Error('a connection for long reads does not write'))
  }

  until(signal: AbortSignal | undefined): BulkSql {
    if (!signal) return this
    return {
      all: async <Row>(text: string, params: readonly SqlValue[] = []) =>
        (await this.ask(text, params, Infinity, signal)) as Row[],
      get: async <Row>(text: string, params: readonly SqlValue[] = []) =>
        (await this.ask(text, params, 1, signal))[0] as Row | undefined,
      run: () => this.run(),
      until: (other) => this.until(other ? AbortSignal.any([signal, other]) : signal),
    }
  }

  /** Stops the threads; rejects the queries still waiting. */
  async close(): Promise<void> {
    this.isClosed = true
    const reason = new Error('the database was closed')
    for (const query of this.waiting.splice(0)) query.reject(reason)
    await Promise.all([...this.threads].map((thread) => thread.end(reason)))
  }

  private async ask(
    text: string,
    params: readonly SqlValue[],
    mostRows: number,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]> {
    signal?.throwIfAborted()
    if (this.isClosed) throw new Error('the database was closed')
    // A thread opens what lies there when it starts.
    this.opened.check()
    let leave = () => {}
    try {
      return await new Promise((resolve, reject) => {
        const query: Query = { text, params, mostRows, resolve, reject, isAbandoned: false }
        leave = () => this.abandon(query, signal?.reason)
        signal?.addEventListener('abort', leave)
        this.waiting.push(query)
        this.handOut()
      })
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  private abandon(query: Query, reason: unknown): void {
    query.isAbandoned = true
    const index = this.waiting.indexOf(query)
    if (index >= 0) this.waiting.splice(index, 1)
    for (const thread of this.threads) thread.stop(query)
    query.reject(reason)
  }

  private handOut(): void {
    while (this.waiting.length > 0) {
      const thread = this.freeThread()
      const query = thread && this.waiting.shift()
      if (!query) return
      thread.ask(query)
    }
  }

  private freeThread(): ReadThread | null {
    const usable = [...this.threads].filter((thread) => !thread.isEnding)
    const free = usable.find((thread) => !thread.isBusy)
    if (free) return free
    if (usable.length >= MAX_THREADS || this.threads.size >= MAX_LIVING) return null
    const thread = new ReadThread(
      this.file,
      () => this.handOut(),
      () => {
        this.threads.delete(thread)
        if (!this.isClosed) this.handOut()
      },
    )
    this.threads.add(thread)
    return thread
  }
}

interface Answer {
  id: number
  columns?: string[]
  rows?: unknown[][]
  /** this query has no more rows */
  ended?: true
  error?: { name: string; message: string; code?: string }
}

/** A thread and the query that it is running. */
class ReadThread {
  isEnding = false
  private readonly worker: Worker
  private readonly unwanted = new Int32Array(new SharedArrayBuffer(4))
  private query: Query | null = null
  private id = 0
  private rows: Record<string, unknown>[] = []
  private timer: NodeJS.Timeout | null = null

  constructor(
    file: string,
    private readonly onFree: () => void,
    private readonly onEnd: () => void,
  ) {
    this.worker = new Worker(WORKER, {
      workerData: { file, unwanted: this.unwanted.buffer },
      // The TypeScript loader is of no use to it and slow to load.
      execArgv: [],
    })
    // An idle thread must not keep a script alive.
    this.worker.unref()
    this.worker.on('message', (answer: Answer) => this.receive(answer))
    this.worker.on('error', (error) => this.fail(error))
    this.worker.on('exit', () => {
      this.fail(new Error('a thread that reads has ended'))
      this.onEnd()
    })
  }

  get isBusy(): boolean {
    return this.query !== null
  }

  ask(query: Query): void {
    this.setTimer(null)
    this.query = query
    this.rows = []
    this.worker.ref()
    const { text, params, mostRows } = query
    this.worker.postMessage({ kind: 'ask', id: ++this.id, text, params, mostRows })
  }

  /** Cancels this query; terminates the thread if it does not respond. */
  stop(query: Query): void {
    if (this.query !== query) return
    Atomics.store(this.unwanted, 0, this.id)
    this.worker.postMessage({ kind: 'stop', id: this.id })
    this.setTimer(GRACE_MS)
  }

  async end(reason: unknown): Promise<void> {
    this.isEnding = true
    this.setTimer(null)
    const ended = this.worker.terminate()
    this.query?.reject(reason)
    this.query = null
    await ended
  }

  private receive({ id, columns = [], rows = [], ended, error }: Answer): void {
    const { query } = this
    if (!query || id !== this.id) return
    if (!query.isAbandoned) for (const row of rows) this.rows.push(objectOf(columns, row))
    if (error) query.reject(Object.assign(new Error(error.message), error))
    else if (ended) query.resolve(this.rows)
    else return query.isAbandoned ? undefined : this.worker.postMessage({ kind: 'more', id })
    this.query = null
    this.rows = []
    this.worker.unref()
    this.setTimer(IDLE_MS)
    this.onFree()
  }

  private fail(error: unknown): void {
    this.isEnding = true
    this.setTimer(null)
    this.query?.reject(error)
    this.query = null
  }

  /** Terminates the thread after this long, unless the timer is reset first. */
  private setTimer(ms: number | null): void {
    if (this.timer) clearTimeout(this.timer)
    if (ms === null) return void (this.timer = null)
    this.timer = setTimeout(() => {
      void this.end(null)
      this.onFree()
    }, ms)
    this.timer.unref()
  }
}

/** Bytes arrive from another thread as Uint8Arrays; everywhere else they are Buffers. */
function objectOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const value = values[index]
    row[column] =
      value instanceof Uint8Array
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : value
  }
  return row
}
