/** Of the six connections that a browser opens to a server, some are left for what is asked. */
const MAX_HELD = 4

/** On which the windows of one browser tell each other of their streams. */
const CHANNEL = 'palimpsest:streams'

interface Told {
  id: string
  isHeld: boolean
}

/**
 * One stream's turns among those of all windows of this browser, which hold few at once: its turn is
 * over once so many others began later. `onOver` must then end it.
 */
export class StreamTurns {
  private readonly id = `${performance.timeOrigin} ${Math.random()}`
  private readonly windows = new BroadcastChannel(CHANNEL)
  /** the streams that began later than this one and are held; null: it is not its turn */
  private later: Set<string> | null = null

  constructor(onOver: () => void) {
    this.windows.onmessage = ({ data: { id, isHeld } }: MessageEvent<Told>) => {
      if (isHeld) this.later?.add(id)
      else this.later?.delete(id)
      if (this.later && this.later.size >= MAX_HELD) onOver()
    }
  }

  /** The stream begins, as the newest. */
  begin(): void {
    this.later = new Set()
    this.tell(true)
  }

  /** The stream ended. */
  end(): void {
    if (!this.later) return
    this.later = null
    this.tell(false)
  }

  /** There will be no more turns. */
  close(): void {
    this.end()
    this.windows.close()
  }

  private tell(isHeld: boolean): void {
    this.windows.postMessage({ id: this.id, isHeld } satisfies Told)
  }
}
