import { tellEach } from '@/lib/tell-each'

/** The keys of stores or sessions that changed. `null`: something changed, but what is unknown. */
export type Changed = readonly number[] | null

/** Tells listeners which stores or sessions changed. Carries no data: listeners read it. */
export class ChangeSignal {
  private readonly listeners = new Map<(keys: Changed) => void, number | null>()
  private emitted = 0

  /** The number of changes emitted so far; reads that began at the same number saw the same changes. */
  get revision(): number {
    return this.emitted
  }

  /**
   * Calls the listener after each durable change; returns the function that unsubscribes it. `key`:
   * the row that the listener cares about, if only one; it is still called for others.
   */
  subscribe(listener: (keys: Changed) => void, key: number | null = null): () => void {
    this.listeners.set(listener, key)
    return () => this.listeners.delete(listener)
  }

  /** Tells every listener; one that throws is logged. */
  emit(keys: Changed): void {
    this.emitted++
    tellEach(this.listeners.keys(), keys)
  }

  /** The keys that listeners subscribed to by name. */
  followed(): number[] {
    const keys = [...this.listeners.values()].filter((key) => key !== null)
    return [...new Set(keys)]
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0
  }
}
