/**
 * Limit on the streams of a browser: of its six connections to a server, some are left for
 * requests.
 */
const MAX_HELD = 4

/** Channel on which the windows of one browser tell each other of their streams. */
const CHANNEL = 'palimpsest:streams'

/** The beginning of a stream by the machine's clock, in milliseconds; null: it ended. */
interface StreamNotice {
  id: string
  at: number | null
}

/**
 * Takes turns with the streams of all windows of this browser, which holds few at once: a stream's
 * turn is over once `MAX_HELD` others began later. `onOver` must then end it.
 */
export class StreamTurns {
  private readonly id = `${performance.timeOrigin} ${Math.random()}`
  private readonly windows = new BroadcastChannel(CHANNEL)
  /** null: it is not its turn */
  private begunAt: number | null = null
  /** the streams that began later than this one and are held */
  private readonly later = new Set<string>()

  constructor(onOver: () => void) {
    this.windows.onmessage = ({ data: { id, at } }: MessageEvent<StreamNotice>) => {
      if (this.begunAt === null) return
      // What others began at the same time may be heard of only now.
      const isLater = at !== null && (at > this.begunAt || (at === this.begunAt && id > this.id))
      if (isLater) this.later.add(id)
      else this.later.delete(id)
      if (this.later.size >= MAX_HELD) onOver()
    }
  }

  /** The stream begins, as the newest. */
  begin(): void {
    this.later.clear()
    this.tell(Date.now())
  }

  /** The stream ended. */
  end(): void {
    if (this.begunAt !== null) this.tell(null)
  }

  /** Ends the stream for good. */
  close(): void {
    this.end()
    this.windows.close()
  }

  private tell(at: number | null): void {
    this.begunAt = at
    this.windows.postMessage({ id: this.id, at } satisfies StreamNotice)
  }
}
