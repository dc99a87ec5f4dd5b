import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { db } from '@/lib/db'
import { withLease } from '@/lib/db/lease'
import { again } from '@/lib/jobs/jobs'
import { follow } from '@/lib/live/live'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { asStore } from '@/lib/store/model/model'
import { isIn } from '@/lib/transfer/folder'
import { type Connection, diskOf, findConnection, listConnections, onWake } from './connections'
import { attribute } from './heard'
import type { State } from './model'
import { included, OWN_PREFIX } from './names'
import { forgetOthers } from './observed'
import { noteState, runPass } from './pass'
import { readTranscripts } from './transcripts'
import { type Kept, KEPT_MS } from './write-back'

/** Folders are looked at: soon after a hint, and every 30 s without one. */

const EVERY_MS = 30_000

/** Folders that others connected are found so soon; milliseconds. */
const LISTED_EACH_MS = 5_000

/** What agents did elsewhere is forgotten so soon after its day; milliseconds. */
const FORGOTTEN_EACH_MS = 3_600_000

/** After the last hint there is quiet for so long; where hints do not end, that much after the first. */
const QUIET_MS = 300
const LONGEST_MS = 1_000

/** Where a writer is not known yet it is asked again so soon, and so often; milliseconds. */
const LISTENED_EACH_MS = 2_000
const MOST_ROUNDS = 5

/** Passes that follow each other at once; more wait for the next hint. */
const MOST_PASSES = 8

/** What a process keeps of a folder between passes. */
export class FolderWork {
  readonly kept = new Map<string, Kept>()

  constructor(readonly id: string) {}

  /** Looks until nothing is to be done. Answers how the folder is; null: it is in step no more. */
  async look(signal: AbortSignal): Promise<State | null> {
    for (let passes = 1; ; passes++) {
      const connection = await findConnection(this.id)
      if (!connection) return null
      const { state, isAgain } = await this.pass(connection, signal)
      if (!isAgain || passes === MOST_PASSES) return state
    }
  }

  private async pass(connection: Connection, signal: AbortSignal) {
    const rests = async (state: State) => {
      await noteState(connection, state, connection.report)
      return { state, isAgain: false }
    }
    if (connection.state === 'paused') return { state: connection.state, isAgain: false }
    const row = await db.store.findUnique({ where: { id: connection.storeId } })
    if (!row || row.deletedAt) return { state: connection.state, isAgain: false }
    const store = asStore(row)
    if (store.archivedAt) return rests('store_archived')
    const found = await diskOf(connection)
    if ('state' in found) return rests(found.state)
    const dataDir = path.resolve(settings().dataDir)
    const isOwnData = (name: string) => isIn(dataDir, path.join(connection.location, name))
    return runPass({ connection, store, disk: found.disk, kept: this.kept, isOwnData }, signal)
  }
}

/** Works on all folders until the signal aborts; each is one process's at a time. */
export async function keepFolders(signal: AbortSignal): Promise<void> {
  const working = new Set<string>()
  const begin = (id: string) => {
    if (working.has(id)) return
    working.add(id)
    const work = new Worker(id, signal)
    void withLease(`folder:${id}`, (lost) => work.run(lost))
      .catch((error: unknown) =>
        log.error('a folder is not worked on', { folder: id, ...causeOf(error) }),
      )
      .finally(() => working.delete(id))
  }
  onWake(begin, signal)
  const list = again('folders could not be listed', LISTED_EACH_MS, async () => {
    for (const { id } of await listConnections()) begin(id)
  })
  const forget = again('sessions could not be forgotten', FORGOTTEN_EACH_MS, forgetOthers)
  await Promise.all([list(signal), forget(signal)])
}

/** The work on one folder, as long as this process has its lease. */
class Worker {
  private readonly work: FolderWork
  private readonly hints = new Hints()
  private watcher: FSWatcher | null = null
  /** versions whose writer is not known, and in how many rounds there were no more */
  private unknown = 0
  private rounds = 0

  constructor(
    private readonly id: string,
    private readonly ends: AbortSignal,
  ) {
    this.work = new FolderWork(id)
  }

  async run(lost: AbortSignal): Promise<void> {
    const over = new AbortController()
    const signal = AbortSignal.any([this.ends, lost, over.signal])
    onWake((id) => id === this.id && this.hints.give(0), signal)
    const first = await findConnection(this.id)
    if (first) void this.followStore(first.storeId, signal)
    try {
      while (!signal.aborted) {
        const state = await this.lookOnce(signal)
        if (state === null) return
        await this.hints.wait(this.pause(), signal)
      }
    } finally {
      over.abort()
      await this.unwatch()
    }
  }

  private async lookOnce(signal: AbortSignal): Promise<State | null> {
    try {
      const state = await this.work.look(signal)
      await this.listen()
      if (state === 'ok') await this.watch()
      else await this.unwatch()
      return state
    } catch (error) {
      if (signal.aborted) return 'ok'
      log.error('a pass over a folder failed', { folder: this.id, ...causeOf(error) })
      return 'ok'
    }
  }

  /** Who wrote what Claude Code's memory holds is told a moment before or after. */
  private async listen(): Promise<void> {
    const connection = await findConnection(this.id)
    if (connection?.preset !== 'claude_code') return
    await readTranscripts()
    const left = await attribute(connection)
    this.rounds = left > this.unknown ? 0 : this.rounds + 1
    this.unknown = left
  }

  /** Until the next look, if there is no hint. */
  private pause(): number {
    if (this.unknown > 0 && this.rounds < MOST_ROUNDS) return LISTENED_EACH_MS
    return this.work.kept.size > 0 ? KEPT_MS : EVERY_MS
  }

  /** A hint is only a hint: what it misses is found by the next pass. */
  private async watch(): Promise<void> {
    if (this.watcher) return
    const connection = await findConnection(this.id)
    if (!connection) return
    const { location, include } = connection
    const { isPassedOver } = included(include)
    this.watcher = watch(location, {
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      ignored: (file, stats) => {
        if (file === location || !isIn(location, file)) return false
        const name = `/${path.relative(location, file).split(path.sep).join('/')}`
        if (path.basename(file).startsWith(OWN_PREFIX)) return true
        return stats !== undefined && isPassedOver(name, stats.isDirectory() ? 'folder' : 'file')
      },
    })
    this.watcher.on('all', () => this.hints.give(QUIET_MS))
    this.watcher.on('error', (error) => log.warn('a folder gives no hints', causeOf(error)))
  }

  /** What comes to stand there again is another folder, of which this one would give no hint. */
  private async unwatch(): Promise<void> {
    const { watcher } = this
    this.watcher = null
    await watcher?.close()
  }

  private async followStore(storeId: string, signal: AbortSignal): Promise<void> {
    await again('a store gives its folder no hints', LISTED_EACH_MS, async () => {
      for await (const _ of follow([`store:${storeId}`], signal)) this.hints.give(QUIET_MS)
    })(signal)
  }
}

/** Somebody waits until there was a hint and then quiet. */
export class Hints {
  private timer: NodeJS.Timeout | null = null
  private since: number | null = null
  private isGiven = false
  private wake = () => {}

  give(quiet: number): void {
    const now = performance.now()
    this.since ??= now
    if (this.timer) clearTimeout(this.timer)
    const most = Math.max(0, this.since + LONGEST_MS - now)
    this.timer = setTimeout(
      () => {
        this.since = null
        this.isGiven = true
        this.wake()
      },
      Math.min(quiet, most),
    )
    this.timer.unref()
  }

  async wait(most: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    // Node keeps for good what `AbortSignal.any` makes of a signal: here two a minute, of each folder.
    this.wake = () => over.abort()
    signal.addEventListener('abort', this.wake)
    if (this.isGiven || signal.aborted) this.wake()
    await sleep(most, null, { signal: over.signal, ref: false }).catch(() => {})
    signal.removeEventListener('abort', this.wake)
    this.isGiven = false
  }
}
