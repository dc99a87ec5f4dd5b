import { checkedAnswer } from '@/components/queries/ask'
import type { Readiness } from '@/lib/wire/readiness'

const loadReadiness = async () => (await import('@/lib/wire/readiness')).readinessAnswer

/**
 * Asks whether the server's database is usable. Never cached: it is asked when everything else may
 * have failed.
 */
export async function askReadiness(signal: AbortSignal): Promise<Readiness> {
  return checkedAnswer(loadReadiness, await fetch('/readyz', { signal, cache: 'no-store' }))
}
