import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { giveBackLease, type Lease } from '@/lib/lease'
import { listSessionEvents } from '../list-session-events'
import type { SessionEvent, StopReason } from '../session-event'
import { appendEvents, type NewEvent } from './append-events'
import { contextOf, findSession, type SessionRow } from './rows'

/** Another process took the run over, or the session is gone: nothing more may be written. */
export class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

/**
 * A redaction took a text out of the log since it was read: what is made of what was read may hold
 * the text, and is neither sent nor stored.
 */
export class LogRedactedError extends Error {
  override readonly name = 'LogRedactedError'
}

const PAGE = 1000

/** The log of a session as the one process that runs it keeps it: the events of the model's view, in memory and stored. */
export class SessionLog {
  readonly events: SessionEvent[] = []
  private begin: number | null = null
  /** the redactions that are in what was read; null: nothing was read yet */
  private redactions: number | null = null
  /** how often it was read from its beginning: what an earlier reading still brings is not taken */
  private readings = 0

  constructor(
    private readonly db: Database,
    private readonly lease: Lease,
    /** hears that a redaction took a text out of the log, before a `LogRedactedError` is thrown */
    private readonly onRedacted: () => void,
  ) {}

  /**
   * Reads what others added: confirmations, interrupts. At first, all from where the model's view
   * begins: what a summary has replaced plays no part any more. Throws `LogRedactedError`.
   */
  async refresh(): Promise<void> {
    const row = await this.verify()
    this.redactions ??= row.redactions
    this.begin ??= Math.max(1, row.view_from)
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
   * Makes sure that no redaction took anything out of the log since it was read; for who is about
   * to send what was made of it. Throws `LogRedactedError`.
   */
  async verify(): Promise<SessionRow> {
    const row = await findSession(this.db.read, this.lease.id)
    this.refuseOutdated(row)
    return row
  }

  /** Forgets what was read, reads it anew, and says so to the redaction that waits for it. */
  async readAgain(): Promise<void> {
    this.readings++
    this.events.length = 0
    this.begin = null
    this.redactions = null
    await this.refresh()
    await this.db.write(async (tx) => {
      const row = await this.ownRow(tx)
      await tx.run('UPDATE sessions SET redactions_read = ? WHERE key = ?', [
        this.redactions,
        row.key,
      ])
      tx.touchSession(row.key)
    })
  }

  /** Stores events, all or none. Throws `LogRedactedError`, `RunLostError`. */
  async append(events: readonly NewEvent[]): Promise<SessionEvent[]> {
    const stored = await this.change(async (tx, row) => appendEvents(tx, row, events))
    const expected = (this.events.at(-1)?.sequence ?? NaN) + 1
    // What others added meanwhile stands before these.
    if (stored[0]?.sequence === expected) this.take(stored)
    else await this.catchUp()
    return stored
  }

  /**
   * Takes the next message out of the queue into the log; where there is none, ends the run in the
   * same transaction, so that no message can fall in between. `otherwise`: why the session is idle
   * then; null: nothing was done, and nothing is said.
   */
  async takeMessage(otherwise: StopReason | null): Promise<'taken' | 'ended' | 'asked'> {
    const outcome = await this.change(async (tx, row) => {
      const next = await tx.get<{ key: number; id: string; body: string }>(
        'SELECT key, id, body FROM queued_messages WHERE session_key = ? ORDER BY key LIMIT 1',
        [row.key],
      )
      if (next) {
        await tx.run('DELETE FROM queued_messages WHERE key = ?', [next.key])
        await appendEvents(tx, row, [{ ...(JSON.parse(next.body) as NewEvent), id: next.id }])
        return 'taken'
      }
      // Asked for while the run came to its end: it is not over yet.
      if (contextOf(row).asked !== null) return 'asked'
      await this.giveBack(tx, row, otherwise === null ? [] : [idle(otherwise)])
      return 'ended'
    })
    await this.catchUp()
    return outcome
  }

  /**
   * Ends the run where all waits for a person, unless somebody added to the log since it was read: a
   * confirmation that came just now would be seen by nobody. `stopReason`: what it waits for; null:
   * that was said before. Answers whether it has ended; if not, the log has what is new.
   */
  async restUnlessNews(stopReason: StopReason | null): Promise<boolean> {
    const read = this.events.at(-1)?.sequence
    const hasEnded = await this.change(async (tx, row) => {
      if (row.last_sequence !== read) return false
      await this.giveBack(tx, row, stopReason === null ? [] : [idle(stopReason)])
      return true
    })
    if (!hasEnded) await this.catchUp()
    return hasEnded
  }

  /** Ends the run: stores why, and gives the session back. */
  async rest(stopReason: StopReason, before: readonly NewEvent[] = []): Promise<void> {
    await this.change((tx, row) => this.giveBack(tx, row, [...before, idle(stopReason)]))
  }

  /** Ends the run of a session that was archived meanwhile. */
  async release(last: readonly NewEvent[]): Promise<void> {
    await this.change((tx, row) => this.giveBack(tx, row, last))
  }

  /** Keeps what the model has said so far, for the case that this process does not live to see its end. */
  async saveDraft(text: string): Promise<void> {
    await this.db.write((tx) =>
      tx.run('UPDATE sessions SET draft = ? WHERE id = ? AND runner = ? AND redactions = ?', [
        text === '' ? null : JSON.stringify({ text }),
        this.lease.id,
        this.lease.holder,
        this.redactions,
      ]),
    )
  }

  private async change<T>(work: (tx: WriteSql, row: SessionRow) => Promise<T>): Promise<T> {
    return this.db.write(async (tx) => {
      const row = await this.ownRow(tx)
      this.refuseOutdated(row)
      return work(tx, row)
    })
  }

  /** Stores the last events of the run, and gives the session back in the same transaction. */
  private async giveBack(tx: WriteSql, row: SessionRow, last: readonly NewEvent[]): Promise<void> {
    await appendEvents(tx, row, last)
    await giveBackLease(tx, this.lease)
  }

  private async ownRow(tx: WriteSql): Promise<SessionRow> {
    const row = await findSession(tx, this.lease.id, tx.forUpdate)
    if (row.runner !== this.lease.holder) throw new RunLostError('the session runs elsewhere')
    return row
  }

  private refuseOutdated(row: SessionRow): void {
    if (this.redactions === null || this.redactions === row.redactions) return
    this.onRedacted()
    throw new LogRedactedError('a redaction took a text out of the log')
  }

  /** As `refresh`, after something was stored: that it was is not forgotten over a redaction. */
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
