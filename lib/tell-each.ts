import { causeOf, log } from '@/lib/log'

/**
 * Calls every listener there is at this moment. One that throws keeps neither the others from being
 * told nor the teller from going on: it is logged, with its cause.
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
