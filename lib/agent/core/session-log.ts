import type { Changed } from '@/lib/db/change-signal'
import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { releaseLease, type Lease } from '@/lib/lease'
import { listSessionEvents } from '../list-session-events'
import type { SessionEvent, StopReason } from '../session-event'
import { deleteQueued, nextQueued } from '../sql/queued-messages'
import { noteRedactionsRead, type SessionRow, updateDraft } from '../sql/sessions'
import { appendEvents, type NewEvent } from './append-events'
import { countRequest } from './count-request'
import type { MemoryInRequest, RequestPlace } from './memory-in-request'
import { findSession, lockSession } from './rows'
import { bodyOf, contextOf } from './stored-json'

/** Another process took over the run, or the session is gone: nothing more may be written. */
export class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

/**
 * A redaction took a text out of the log after it was read: anything derived from it may contain
 * the text, and is neither sent nor stored.
 */
export class LogRedactedError extends Error {
  override readonly name = 'LogRedactedError'
}

/** The memory that a request held, to be counted when it ends. */
export interface RequestCost {
  place: RequestPlace
  memory: readonly MemoryInRequest[]
}

const PAGE = 1000

/**
 * A session's log, as held by the one process that runs it: the events of the model's view, in
 * memory and stored.
 */
export class SessionLog {
  readonly events: SessionEvent[] = []
  private begin: number | null = null
  /** number of redactions when the log was read; null: not read yet */
  private redactions: number | null = null
  /** the session's row; null: not read yet */
  private key: number | null = null
  /** number of full reads: results of an earlier one are discarded */
  private readings = 0

  constructor(
    private readonly db: Database,
    private readonly lease: Lease,
    /** called before a `LogRedactedError` is thrown */
    private readonly onRedacted: () => void,
  ) {}

  /**
   * Reads what others appended: confirmations, interrupts. The first read starts where the model's
   * view begins: events that a summary replaced no longer matter. Throws `LogRedactedError`.
   */
  async refresh(): Promise<void> {
    const row = await this.verify()
    this.redactions ??= row.redactions
    this.begin ??= Math.max(1, row.viewFrom)
    const { readings } = this
    const sessionId = this.lease.id
    for (;;) {
      const after = this.events.at(-1)?.sequence ?? this.begin - 1
      const page = await listSessionEvents(this.db, { sessionId, after, limit: PAGE })
      if (readings !== this.readings) return
      this.take(page)
      if (page.length < PAGE) return
    }
  }

  /**
   * Checks that no redaction changed the log since it was read; call it before sending anything
   * derived from the log. Throws `LogRedactedError`.
   */
  async verify(): Promise<SessionRow> {
    const row = await findSession(this.db.read, this.lease.id)
    this.key = row.key
    this.refuseOutdated(row)
    return row
  }

  /** Returns whether a change may be this session's. */
  mayConcern(changed: Changed): boolean {
    return changed === null || this.key === null || changed.includes(this.key)
  }

  /** Drops what was read, reads it again, and acknowledges it to the waiting redaction. */
  async readAgain(): Promise<void> {
    this.readings++
    this.events.length = 0
    this.begin = null
    this.redactions = null
    await this.refresh()
    await this.db.write(async (tx) => {
      const row = await this.ownRow(tx)
      await noteRedactionsRead(tx, row.key, this.redactions)
      tx.touchSession(row.key)
    })
  }

  /**
   * Stores events, all or none, and with them what a request cost that one of them ends. Throws
   * `LogRedactedError`, `RunLostError`.
   */
  async append(
    events: readonly NewEvent[],
    cost: RequestCost | null = null,
  ): Promise<SessionEvent[]> {
    const stored = await this.change(async (tx, row) => {
      const appended = await appendEvents(tx, row, events)
      // Last: others of the store wait for its sums until this is committed.
      if (cost) await countRequest(tx, { sessionKey: row.key, now: Date.now(), ...cost })
      return appended
    })
    const expected = (this.events.at(-1)?.sequence ?? NaN) + 1
    // Events that others appended meanwhile come first.
    if (stored[0]?.sequence === expected) this.take(stored)
    else await this.catchUp()
    return stored
  }

  /**
   * Moves the next queued message into the log; if there is none, ends the run in the same
   * transaction, so that no message can slip in between. `otherwise`: why the session is then idle;
   * null: nothing was done, so nothing is logged.
   */
  async takeMessage(otherwise: StopReason | null): Promise<'taken' | 'ended' | 'asked'> {
    const outcome = await this.change(async (tx, row) => {
      const next = await nextQueued(tx, row.key)
      if (next) {
        await deleteQueued(tx, next.key)
        await appendEvents(tx, row, [{ ...bodyOf(next.body), id: next.id }])
        return 'taken'
      }
      // A compaction was asked for as the run ended: it is not over yet.
      if (contextOf(row).asked !== null) return 'asked'
      await this.release(tx, row, otherwise === null ? [] : [idle(otherwise)])
      return 'ended'
    })
    await this.catchUp()
    return outcome
  }

  /**
   * Ends the run if everything waits for a person, unless somebody appended to the log since it was
   * read: nobody would see a confirmation that just arrived. `stopReason`: what it waits for; null:
   * already logged. Returns whether the run ended; if not, the log has the new events.
   */
  async finishUnlessChanged(stopReason: StopReason | null): Promise<boolean> {
    const read = this.events.at(-1)?.sequence
    const hasEnded = await this.change(async (tx, row) => {
      if (row.lastSequence !== read) return false
      await this.release(tx, row, stopReason === null ? [] : [idle(stopReason)])
      return true
    })
    if (!hasEnded) await this.catchUp()
    return hasEnded
  }

  /** Ends the run: stores why, and releases the session. */
  async finish(stopReason: StopReason, before: readonly NewEvent[] = []): Promise<void> {
    await this.change((tx, row) => this.release(tx, row, [...before, idle(stopReason)]))
  }

  /** Ends the run of a session that was archived meanwhile. */
  async finishArchived(last: readonly NewEvent[]): Promise<void> {
    await this.change((tx, row) => this.release(tx, row, last))
  }

  /** Saves the model's partial answer, in case this process ends before it is complete. */
  async saveDraft(text: string): Promise<void> {
    await this.db.write((tx) =>
      updateDraft(tx, {
        id: this.lease.id,
        draft: text === '' ? null : JSON.stringify({ text }),
        runner: this.lease.holder,
        redactions: this.redactions,
      }),
    )
  }

  private async change<T>(work: (tx: WriteSql, row: SessionRow) => Promise<T>): Promise<T> {
    return this.db.write(async (tx) => {
      const row = await this.ownRow(tx)
      this.refuseOutdated(row)
      return work(tx, row)
    })
  }

  /** Stores the run's last events and releases the session in one transaction. */
  private async release(tx: WriteSql, row: SessionRow, last: readonly NewEvent[]): Promise<void> {
    await appendEvents(tx, row, last)
    await releaseLease(tx, this.lease)
  }

  private async ownRow(tx: WriteSql): Promise<SessionRow> {
    const row = await lockSession(tx, this.lease.id)
    if (row.runner !== this.lease.holder) throw new RunLostError('the session runs elsewhere')
    return row
  }

  private refuseOutdated(row: SessionRow): void {
    if (this.redactions === null || this.redactions === row.redactions) return
    this.onRedacted()
    throw new LogRedactedError('a redaction took a text out of the log')
  }

  /** Like `refresh`, but after a store: a redaction must not hide that the store succeeded. */
  private async catchUp(): Promise<void> {
    try {
      await this.refresh()
    } catch (error) {
      if (!(error instanceof LogRedactedError)) throw error
    }
  }

  private take(events: readonly SessionEvent[]): void {
    const last = this.events.at(-1)?.sequence ?? 0
    this.events.push(...events.filter(({ sequence }) => (sequence ?? 0) > last))
  }
}

function idle(stopReason: StopReason): NewEvent {
  return { type: 'session.status_idle', stopReason }
}
