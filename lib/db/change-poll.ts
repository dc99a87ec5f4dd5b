import { causeOf, log } from '@/lib/log'
import type { Signals } from './announcements'
import type { WriteJob } from './database'
import type { Sql } from './sql'
import { changesFrom, dropChangesBefore } from './sql/postgresql-changes'
import { touchedBy } from './touched'

const POLL_INTERVAL_MS = 1000

/** Time for which `changed_rows` keeps a commit. */
const TTL_MS = 10 * 60_000

/** After a longer pause between two looks, rows may be deleted before they were seen. */
const MAX_PAUSE_MS = TTL_MS / 2

interface Seen {
  /** all transactions below this id were over and their rows seen */
  horizon: number
  /** the rows from there on that were seen, `number kind key` */
  rows: Set<string>
  /** when, by the process's clock */
  at: number
}

/**
 * Looks every second for stores and sessions that other servers changed: for commits that another
 * server could not announce, and for engines without LISTEN. Reads only what was committed since
 * the last look. A transaction whose id is lower may commit later: it was under way at the last
 * look, which therefore begins with the oldest that was.
 */
export class ChangePoll {
  private readonly timer: NodeJS.Timeout
  private looking: Promise<void> | null = null
  private seen: Seen | null = null
  /** horizons of the past, the oldest first, until which rows are deleted in time */
  private horizons: { horizon: number; at: number }[] = []
  private hasFailed = false

  constructor(
    private readonly sql: Sql,
    private readonly signals: Signals,
    private readonly write: (job: WriteJob<void>) => Promise<void>,
  ) {
    this.timer = setInterval(() => {
      this.looking ??= this.look().finally(() => {
        this.looking = null
      })
    }, POLL_INTERVAL_MS)
    this.timer.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.looking
  }

  /** Announces every row that was changed since the last look; the first time, that any may be. */
  async look(): Promise<void> {
    try {
      const now = Date.now()
      const before = this.seen
      const rows = await changesFrom(this.sql, before?.horizon ?? NEVER)
      const horizon = rows[0]?.horizon ?? 0
      const changed = rows.flatMap(({ number, kind, key }) =>
        number === null || kind === null || key === null ? [] : [{ number, kind, key }],
      )
      const isSure = before !== null && now - before.at < MAX_PAUSE_MS
      const fresh = changed.filter((row) => !before?.rows.has(nameOf(row)))
      const open = changed.filter(({ number }) => number >= horizon)
      this.seen = { horizon, rows: new Set(open.map(nameOf)), at: now }
      if (isSure) this.announce(fresh)
      else this.announceAny()
      await this.forget(horizon, now)
      this.hasFailed = false
    } catch (error) {
      if (!this.hasFailed) log.warn('changes could not be looked for', causeOf(error))
      this.hasFailed = true
    }
  }

  private announce(rows: readonly { kind: number; key: number }[]): void {
    const { stores, sessions } = touchedBy(rows)
    if (stores.size > 0) this.signals.stores.emit([...stores])
    if (sessions.size > 0) this.signals.sessions.emit([...sessions])
  }

  private announceAny(): void {
    this.signals.stores.emit(null)
    this.signals.sessions.emit(null)
  }

  /** Deletes what every server has seen, or has missed for longer than it can be sure of. */
  private async forget(horizon: number, now: number): Promise<void> {
    const isDue = now - (this.horizons.at(-1)?.at ?? 0) >= DROP_EVERY_MS
    if (!isDue) return
    this.horizons.push({ horizon, at: now })
    const old = this.horizons.findLast(({ at }) => now - at >= TTL_MS)
    if (!old) return
    this.horizons = this.horizons.filter(({ at }) => at >= old.at)
    await this.write((tx) => dropChangesBefore(tx, old.horizon))
  }
}

const DROP_EVERY_MS = 60_000

const nameOf = ({ number, kind, key }: { number: number; kind: number; key: number }) =>
  `${number} ${kind} ${key}`

/** Above all ids of transactions: the first look reads no rows. */
const NEVER = Number.MAX_SAFE_INTEGER
