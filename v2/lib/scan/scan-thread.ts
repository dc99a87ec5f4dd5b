import path from 'node:path'
import { Piscina } from 'piscina'
import { causeOf, log } from '@/lib/log'
import type { Flags, ScannedMemory } from './flag'

/** Written by scripts/bundle-workers.mjs. */
const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'worker.mjs')

/** The longest wait for a scan, that for others included; milliseconds. */
export const SCAN_MS = 5_000

/**
 * Scans texts in a thread of its own, one after the other: a text can be made that keeps a pattern
 * busy, and the serving thread must never wait for it. A thread that takes too long is replaced.
 */
export class ScanThread {
  private readonly pool: Piscina<ScannedMemory, Flags>
  private waiting = 0

  constructor(
    file = WORKER,
    private readonly mostWaiting = 256,
  ) {
    this.pool = new Piscina({
      filename: file,
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    this.pool.on('error', (error) => log.warn('the scanner’s thread failed', causeOf(error)))
  }

  /** Null: too many wait already, it took longer than this, or it failed. Never throws. */
  async scan(memory: ScannedMemory, deadlineMs = SCAN_MS): Promise<Flags | null> {
    // The pool does not count what waits with a signal.
    if (this.waiting >= this.mostWaiting) return null
    this.waiting++
    try {
      return await this.pool.run(memory, { signal: AbortSignal.timeout(deadlineMs) })
    } catch (error) {
      log.warn('a text was not scanned', causeOf(error))
      return null
    } finally {
      this.waiting--
    }
  }

  /** Ends the thread. */
  stop(): Promise<void> {
    return this.pool.destroy()
  }
}
