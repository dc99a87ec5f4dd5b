import { tellEach } from '@/lib/tell-each'

/** The keys of stores, or of sessions, that changed. `null`: something changed, it is not known which. */
export type Changed = readonly number[] | null

/** Tells listeners which stores, or sessions, changed. Carries no data: who hears of a change reads it. */
export class ChangeSignal {
  private readonly listeners = new Map<(keys: Changed) => void, number | null>()
  private emitted = 0

  /** How many changes were told of; a read that began at the same number saw the same changes. */
  get revision(): number {
    return this.emitted
  }

  /**
   * Calls the listener after each durable change; returns the function that ends it. `key`: the one
   * that it is about, where it is about one; it is called for the others as well.
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

  /** The keys that somebody listens for in particular. */
  followed(): number[] {
    const keys = [...this.listeners.values()].filter((key) => key !== null)
    return [...new Set(keys)]
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0
  }
}
