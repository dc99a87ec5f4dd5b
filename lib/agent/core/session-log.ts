import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { listSessionEvents } from '../list-session-events'
import type { SessionEvent, StopReason } from '../session-event'
import { appendEvents, type NewEvent } from './append-events'
import { contextOf, findSession, type SessionRow } from './rows'

/** Another process took the run over, or the session is gone: nothing more may be written. */
export class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

const PAGE = 1000

/** The log of a session as the one process that runs it keeps it: the events of the model's view, in memory and stored. */
export class SessionLog {
  readonly events: SessionEvent[] = []
  private begin: number | null = null

  constructor(
    private readonly db: Database,
    readonly sessionId: string,
    private readonly runner: string,
  ) {}

  /**
   * Reads what others added: confirmations, interrupts. At first, all from where the model's view
   * begins: what a summary has replaced plays no part any more.
   */
  async refresh(): Promise<void> {
    this.begin ??= await viewStart(this.db, this.sessionId)
    for (;;) {
      const after = this.events.at(-1)?.sequence ?? this.begin - 1
      const { sessionId } = this
      const page = await listSessionEvents(this.db, { sessionId, after, limit: PAGE })
      this.take(page)
      if (page.length < PAGE) return
    }
  }

  async append(...events: NewEvent[]): Promise<SessionEvent[]> {
    const stored = await this.change(async (tx, row) => appendEvents(tx, row, events))
    const expected = (this.events.at(-1)?.sequence ?? NaN) + 1
    // What others added meanwhile stands before these.
    if (stored[0]?.sequence === expected) this.take(stored)
    else await this.refresh()
    return stored
  }

  /**
   * Takes the next message out of the queue into the log; where there is none, and a reason to be
   * idle is given, ends the run in the same transaction, so that no message can fall in between.
   */
  async takeMessage(otherwise: StopReason | null): Promise<'taken' | 'idle' | 'asked' | 'none'> {
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
      if (!otherwise) return 'none'
      // Asked for while the run came to its end: it is not over yet.
      if (contextOf(row).asked !== null) return 'asked'
      row.runner = null
      await appendEvents(tx, row, [{ type: 'session.status_idle', stopReason: otherwise }])
      return 'idle'
    })
    await this.refresh()
    return outcome
  }

  /** Ends the run: stores why, and lets the session go. */
  async rest(stopReason: StopReason, ...before: NewEvent[]): Promise<void> {
    await this.change(async (tx, row) => {
      row.runner = null
      await appendEvents(tx, row, [...before, { type: 'session.status_idle', stopReason }])
    })
  }

  /** Lets the session go where there was nothing to do, or it was archived. */
  async release(...before: NewEvent[]): Promise<void> {
    await this.change(async (tx, row) => {
      row.runner = null
      await appendEvents(tx, row, before)
    })
  }

  /** Keeps what the model has said so far, for the case that this process does not live to see its end. */
  async saveDraft(text: string): Promise<void> {
    await this.db.write((tx) =>
      tx.run('UPDATE sessions SET draft = ? WHERE id = ? AND runner = ?', [
        text === '' ? null : JSON.stringify({ text }),
        this.sessionId,
        this.runner,
      ]),
    )
  }

  private async change<T>(work: (tx: WriteSql, row: SessionRow) => Promise<T>): Promise<T> {
    return this.db.write(async (tx) => {
      const row = await findSession(tx, this.sessionId, tx.forUpdate)
      if (row.runner !== this.runner) throw new RunLostError('the session runs elsewhere')
      return work(tx, row)
    })
  }

  private take(events: readonly SessionEvent[]): void {
    const last = this.events.at(-1)?.sequence ?? 0
    this.events.push(...events.filter(({ sequence }) => (sequence ?? 0) > last))
  }
}

async function viewStart(db: Database, sessionId: string): Promise<number> {
  return Math.max(1, (await findSession(db.read, sessionId)).view_from)
}
