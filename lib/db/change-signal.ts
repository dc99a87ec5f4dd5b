import { notifyAll } from '@/lib/notify-all'

/** The keys of stores or sessions that changed. `null`: something changed, but what is unknown. */
export type Changed = readonly number[] | null

/** Tells listeners which stores or sessions changed. Carries no data: listeners read it. */
export class ChangeSignal {
  private readonly listeners = new Set<(keys: Changed) => void>()

  /**
   * Calls the listener after each durable change; returns the function that unsubscribes it.
   */
  subscribe(listener: (keys: Changed) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells every listener; one that throws is logged. */
  emit(keys: Changed): void {
    notifyAll(this.listeners, keys)
  }

  get hasListeners(): boolean {
    return this.listeners.size > 0
  }
}
