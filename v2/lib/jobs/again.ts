import { setTimeout as sleep } from 'node:timers/promises'
import { causeOf, log } from '@/lib/log'

/** Work that is done at once, and again after each pause (ms) until the signal aborts; what fails is logged. */
export const again =
  (words: string, pause: number, work: () => Promise<unknown>) =>
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => log.warn(words, causeOf(error)))
      await sleep(pause, null, { signal, ref: false }).catch(() => {})
    }
  }
