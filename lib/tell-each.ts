import { causeOf, log } from '@/lib/log'

/**
 * Calls every current listener. One that throws stops neither the others nor the caller: it is
 * logged, with its cause.
 */
export function tellEach<Told extends readonly unknown[]>(
  listeners: Iterable<(...told: Told) => void>,
  ...told: Told
): void {
  for (const listener of [...listeners]) {
    try {
      listener(...told)
    } catch (error) {
      log.error('a listener failed', causeOf(error))
    }
  }
}
