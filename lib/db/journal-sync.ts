import { closeSync, fdatasync, openSync } from 'node:fs'

/**
 * Syncs SQLite's journal to disk beside the event loop. A connection that commits with
 * `synchronous=NORMAL` leaves that to us; until then others may see what is not yet durable.
 */
export class JournalSync {
  private handle: number | null = null
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null

  /** `file`: the database's; its journal is there from the first transaction until all have closed. */
  constructor(private readonly file: string) {}

  /**
   * Resolves once all that was committed before this call is on disk. Those who ask while a sync is
   * under way share the next one. Rejects if the disk refuses; what was committed may then be lost
   * although a later sync succeeds.
   */
  sync(): Promise<void> {
    if (this.next) return this.next
    const { running } = this
    if (!running) return this.begin()
    this.next = running
      .catch(() => {})
      .then(() => {
        this.next = null
        return this.begin()
      })
    return this.next
  }

  /** Requires that nothing is under way. */
  close(): void {
    if (this.handle !== null) closeSync(this.handle)
    this.handle = null
  }

  private begin(): Promise<void> {
    const sync = this.synced().finally(() => {
      if (this.running === sync) this.running = null
    })
    this.running = sync
    return sync
  }

  private async synced(): Promise<void> {
    const handle = (this.handle ??= openSync(`${this.file}-wal`, 'r+'))
    await new Promise<void>((resolve, reject) => {
      fdatasync(handle, (error) => (error ? reject(error) : resolve()))
    })
  }
}
