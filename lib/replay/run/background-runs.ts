import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { abandonedLeases, breakLease, type LeaseKind } from '@/lib/lease'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import type { AskingRow, AskingRun } from './asking-run'

/** A kind of runs: how one is begun, and which nobody works on. */
export interface RunKind {
  /** as the log calls them */
  readonly name: string
  readonly lease: LeaseKind
  /** takes its lease; null if another process works on it */
  readonly begin: (db: Database, id: string) => Promise<AskingRun<AskingRow> | null>
  /** those that are not over and that nobody works on, oldest first */
  readonly toGoOnWith: (db: Database) => Promise<readonly { readonly id: string }[]>
  /** deletes what was over long ago, a few at a time */
  readonly tidy?: (tx: WriteSql) => Promise<void>
}

/** Runs of one kind that a process works on at once. */
const AT_ONCE = 8

interface Running {
  runner: AskingRun<AskingRow>
  finished: Promise<void>
}

/** The runs of one kind that this process works on, beside what it answers. */
export class BackgroundRuns {
  // One registry per process, however many bundles contain this module.
  private readonly state

  constructor(private readonly kind: RunKind) {
    this.state = perProcess(kind.name, () => ({
      runs: new Map<string, Running>(),
      isStopping: false,
    }))
  }

  /** Works on a run, unless some process does. Returns once it has begun, or was refused. */
  async workOn(db: Database, id: string): Promise<void> {
    const { state } = this
    // The others wait: each that is begun holds a lease, and tells it every few seconds.
    if (state.isStopping || state.runs.has(id) || state.runs.size >= AT_ONCE) return
    const runner = await this.kind.begin(db, id)
    if (!runner) return
    const finished = runner
      .execute()
      .catch((error: unknown) => {
        log.error('a run could not be ended', { kind: this.kind.name, run: id, ...causeOf(error) })
      })
      .then(async () => {
        state.runs.delete(id)
        await this.workOnNext(db)
      })
    state.runs.set(id, { runner, finished })
  }

  /** Begins the oldest that nobody works on, if one waits. */
  private async workOnNext(db: Database): Promise<void> {
    if (this.state.isStopping) return
    try {
      const next = (await this.kind.toGoOnWith(db)).find(({ id }) => !this.state.runs.has(id))
      if (next) await this.workOn(db, next.id)
    } catch (error) {
      // The next look, some seconds later, finds it.
      log.warn('a run that waits could not be begun', { kind: this.kind.name, ...causeOf(error) })
    }
  }

  /** Stops a run that this process works on, at once. */
  interrupt(id: string): void {
    this.state.runs.get(id)?.runner.interrupt()
  }

  /** Leaves every run of this process to the next one; returns once each has stored what it had. */
  async stopAll(): Promise<void> {
    this.state.isStopping = true
    for (const { runner } of this.state.runs.values()) runner.shutDown()
    await this.finished()
  }

  /** Resolves once this process works on no run: for tests, and for shutdown. */
  async finished(): Promise<void> {
    const { runs } = this.state
    while (runs.size > 0) {
      await Promise.all(Array.from(runs.values(), ({ finished }) => finished))
    }
  }

  /** Goes on with runs whose process ended, now and periodically. Returns the function that stops it. */
  resume(db: Database): () => void {
    const look = () => {
      this.resumeAbandoned(db).catch(() =>
        log.warn('abandoned runs could not be looked for', { kind: this.kind.name }),
      )
    }
    look()
    const timer = setInterval(look, this.kind.lease.silenceMs / 3)
    timer.unref()
    return () => clearInterval(timer)
  }

  /** Goes on with what nobody works on. */
  async resumeAbandoned(db: Database): Promise<void> {
    const { lease, tidy } = this.kind
    await db.write(async (tx) => {
      await tidy?.(tx)
      for (const held of await abandonedLeases(tx, lease)) await breakLease(tx, lease, held)
    })
    for (const { id } of await this.kind.toGoOnWith(db)) await this.workOn(db, id)
  }
}
