import { tellEach } from '@/lib/tell-each'

/** The keys of stores, or of sessions, that changed. `null`: something changed, it is not known which. */
export type Changed = readonly number[] | null

/** Tells listeners which stores, or sessions, changed. Carries no data: who hears of a change reads it. */
export class ChangeSignal {
  private readonly listeners = new Set<(keys: Changed) => void>()
  private emitted = 0

  /** How many changes were told of; a read that began at the same number saw the same changes. */
  get revision(): number {
    return this.emitted
  }

  /** Calls the listener after each durable change; returns the function that ends it. */
  subscribe(listener: (keys: Changed) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells every listener; one that throws is logged. */
  emit(keys: Changed): void {
    this.emitted++
    tellEach(this.listeners, keys)
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0
  }
}
