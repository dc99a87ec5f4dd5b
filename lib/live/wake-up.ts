import type { ChangeSignal } from '@/lib/db/change-signal'

/** Tells a reader when there may be something new; what happens while it reads is not lost. */
export interface WakeUp {
  /** Resolves at the next change, or at once if there was one since the last call; false: it has ended. */
  next(): Promise<boolean>
  end(): void
}

/** Wakes at every change of a store, or of any, until the signal is aborted or `end` is called. */
export function wakeUpOn(
  changes: ChangeSignal,
  storeKey: number | 'any',
  signal: AbortSignal,
): WakeUp {
  let isDue = false
  let isEnded = signal.aborted
  let resolve: ((goesOn: boolean) => void) | null = null
  const wake = () => {
    resolve?.(!isEnded)
    if (!resolve) isDue = true
    resolve = null
  }
  const unsubscribe = changes.subscribe((stores) => {
    if (stores === null || storeKey === 'any' || stores.includes(storeKey)) wake()
  })
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
    end,
  }
}
