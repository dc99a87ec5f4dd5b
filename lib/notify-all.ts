import { causeOf, log } from '@/lib/log'

/**
 * Calls every current listener. One that throws stops neither the others nor the caller: it is
 * logged, with its cause.
 */
export function notifyAll<Args extends readonly unknown[]>(
  listeners: Iterable<(...args: Args) => void>,
  ...args: Args
): void {
  for (const listener of [...listeners]) {
    try {
      listener(...args)
    } catch (error) {
      log.error('a listener failed', causeOf(error))
    }
  }
}
