import { notifyAll } from '@/lib/notify-all'

/** The keys of stores or sessions that changed. `null`: something changed, but what is unknown. */
export type Changed = readonly number[] | null

type Listener = (keys: Changed) => void

/**
 * Changes that a listener is to hear of at once: one store or session, or any of them. `nothing` of other
 * servers: it hears what is told anyway, and the rest within about a second.
 */
type Wanted = number | 'any' | 'nothing'

/** Tells listeners which stores or sessions changed. Carries no data: listeners read it. */
export class ChangeSignal {
  private readonly listeners = new Set<Listener>()
  /** how many want each */
  private readonly wanted = new Map<Wanted, number>()
  private onWanted: () => void = () => {}

  /**
   * Calls the listener after each durable change, also of what it does not want; returns the function
   * that unsubscribes it.
   */
  subscribe(listener: Listener, wanted: Wanted = 'any'): () => void {
    this.listeners.add(listener)
    this.count(wanted, 1)
    return () => {
      if (this.listeners.delete(listener)) this.count(wanted, -1)
    }
  }

  /** Tells every listener; one that throws is logged. */
  emit(keys: Changed): void {
    notifyAll(this.listeners, keys)
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0
  }

  /** The keys that somebody wants to hear of. */
  get wantedKeys(): 'any' | readonly number[] {
    if (this.wanted.has('any')) return 'any'
    return [...this.wanted.keys()].filter((each) => typeof each === 'number')
  }

  /** Calls this whenever `wantedKeys` may have changed. */
  whenWanted(onWanted: () => void): void {
    this.onWanted = onWanted
  }

  private count(wanted: Wanted, by: 1 | -1): void {
    const count = (this.wanted.get(wanted) ?? 0) + by
    if (count > 0) this.wanted.set(wanted, count)
    else this.wanted.delete(wanted)
    const isOther = by === 1 ? count === 1 : count === 0
    if (isOther && wanted !== 'nothing') this.onWanted()
  }
}
