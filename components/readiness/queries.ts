import { checkedAnswer } from '@/components/queries/ask'
import type { Readiness } from './readiness'

const loadReadiness = async () => (await import('./readiness')).readinessAnswer

/** Whether the server's database can be used. Nothing of it is kept: where it is asked, all else may have failed. */
export async function askReadiness(signal: AbortSignal): Promise<Readiness> {
  return checkedAnswer(loadReadiness, await fetch('/readyz', { signal, cache: 'no-store' }))
}
