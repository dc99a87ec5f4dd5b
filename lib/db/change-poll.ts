import { causeOf, log } from '@/lib/log'
import type { Kind, Signals } from './announcements'
import type { Sql } from './sql'

const LOOK_EVERY_MS = 1000

interface Revision {
  key: number
  revision: number
}

/**
 * Polls every second for stores that changed, and for changes of sessions that are followed or
 * running: for writes that another server could not announce, and for engines without LISTEN.
 */
export class ChangePoll {
  private readonly known: Record<Kind, Map<number, number>> = {
    stores: new Map(),
    sessions: new Map(),
  }
  private readonly timer: NodeJS.Timeout
  private looking: Promise<void> | null = null
  private hasFailed = false

  constructor(
    private readonly sql: Sql,
    private readonly signals: Signals,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => {
        this.looking = null
      })
    }, LOOK_EVERY_MS)
    this.timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.looking
  }

  /** Announces every row that is new or has changed since the last look. */
  async look(): Promise<void> {
    try {
      this.compare('stores', await this.stores())
      this.compare('sessions', await this.sessions())
      this.hasFailed = false
    } catch (error) {
      if (!this.hasFailed) log.warn('changes could not be looked for', causeOf(error))
      this.hasFailed = true
    }
  }

  private stores(): Promise<Revision[]> {
    return this.sql.all<Revision>(
      'SELECT key, last_sequence AS revision FROM memory_stores WHERE deleted_at IS NULL',
    )
  }

  /** There may be very many sessions; those without followers are skipped. */
  private sessions(): Promise<Revision[]> {
    const followed = this.signals.sessions.followed()
    const placeholders = followed.map(() => '?').join(', ')
    const orFollowed = followed.length === 0 ? '' : ` OR key IN (${placeholders})`
    return this.sql.all<Revision>(
      `SELECT key, revision FROM sessions WHERE status = 'running'${orFollowed}`,
      followed,
    )
  }

  private compare(kind: Kind, rows: readonly Revision[]): void {
    const before = this.known[kind]
    const now = new Map(rows.map((row) => [row.key, row.revision]))
    const gone = [...before.keys()].filter((key) => !now.has(key))
    const changed = rows.filter((row) => before.get(row.key) !== row.revision)
    this.known[kind] = now
    const keys = [...gone, ...changed.map(({ key }) => key)]
    if (keys.length > 0) this.signals[kind].emit(keys)
  }
}
