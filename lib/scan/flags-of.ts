import { LRUCache } from 'lru-cache'
import path from 'node:path'
import { Piscina } from 'piscina'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { sha256Hex } from '@/lib/text/content'
import { type Flags, type ScannedMemory, UNKNOWN } from './flag'
import { RULES_REVISION } from './rules'

/** Texts and flags together, so that texts with many flags do not fill the memory. */
const MOST_KEPT = 200_000

const kept = () =>
  perProcess('flags of texts', () => ({
    flags: new LRUCache<string, Flags>({
      max: 20_000,
      maxSize: MOST_KEPT,
      sizeCalculation: ({ found }) => 1 + found.length,
    }),
    underWay: new Map<string, Promise<Flags>>(),
  }))

const thread = () => perProcess('scan thread', () => new ScanThread())

/**
 * What is found in a memory's path and text. Where too much waits, the scan fails or has not come by
 * the deadline, it is unknown; the scan goes on after a deadline, for who asks next. Never throws.
 */
export async function flagsOf(
  memory: ScannedMemory,
  { deadlineMs = SCAN_MS }: { deadlineMs?: number } = {},
): Promise<Flags> {
  const key = keyOf(hashed(memory))
  return kept().flags.get(key) ?? (await byDeadline(scanned(key, memory), deadlineMs))
}

/** A memory’s text by its hash. */
interface HashedMemory {
  path: string
  sha256: string
}

/** What is known of a text without a scan; null: nothing. */
export function knownFlags(memory: ScannedMemory | HashedMemory): Flags | null {
  return kept().flags.get(keyOf('sha256' in memory ? memory : hashed(memory))) ?? null
}

function scanned(key: string, memory: ScannedMemory): Promise<Flags> {
  const { flags, underWay } = kept()
  const known = underWay.get(key)
  if (known) return known
  const asked = thread()
    .scan(memory)
    .then((answer) => {
      // Else a redaction came in between.
      if (underWay.get(key) === asked) {
        underWay.delete(key)
        if (answer) flags.set(key, answer)
      }
      return answer ?? UNKNOWN
    })
  underWay.set(key, asked)
  return asked
}

function byDeadline(asked: Promise<Flags>, deadlineMs: number): Promise<Flags> {
  if (deadlineMs >= SCAN_MS) return asked
  if (deadlineMs <= 0) return Promise.resolve(UNKNOWN)
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs, UNKNOWN)
    void asked.then(resolve).finally(() => clearTimeout(timer))
  })
}

const hashed = ({ path, content }: ScannedMemory) => ({ path, sha256: sha256Hex(content) })

/** A server that is developed keeps flags over changes of the rules. */
const keyOf = ({ path, sha256 }: HashedMemory) => `${RULES_REVISION} ${sha256} ${path}`

forgetsOnRedaction('flags of texts', () => {
  kept().flags.clear()
  kept().underWay.clear()
})

/** Written by scripts/bundle-workers.mjs. */
const WORKER = path.join(process.cwd(), 'lib', 'scan', 'generated', 'worker.mjs')

/** The longest wait for a scan, that for others included; milliseconds. */
const SCAN_MS = 5_000

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
