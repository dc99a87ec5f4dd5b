import type { ChangeSignal } from '@/lib/db/change-signal'

/** Signals a reader that there may be news; changes during a read are not lost. */
export interface WakeUp {
  /**
   * Resolves at the next change, or at once if there was one since the last call; false: it has
   * ended.
   */
  next(): Promise<boolean>
  /** Wakes the reader for a reason other than a change. */
  wake(): void
  end(): void
}

/**
 * Wakes at every change of a store (or session), or of any, until the signal is aborted or `end` is
 * called.
 */
export function wakeUpOn(changes: ChangeSignal, key: number | 'any', signal: AbortSignal): WakeUp {
  let isDue = false
  let isEnded = signal.aborted
  let resolve: ((goesOn: boolean) => void) | null = null
  const wake = () => {
    resolve?.(!isEnded)
    if (!resolve) isDue = true
    resolve = null
  }
  const unsubscribe = changes.subscribe((keys) => {
    if (keys === null || key === 'any' || keys.includes(key)) wake()
  }, key)
  const end = () => {
    isEnded = true
    unsubscribe()
    signal.removeEventListener('abort', end)
    wake()
  }
  signal.addEventListener('abort', end)
  return {
    async next() {
      if (isEnded) return false
      if (isDue) {
        isDue = false
        return true
      }
      return new Promise((wokenUp) => {
        resolve = wokenUp
      })
    },
    wake,
    end,
  }
}
