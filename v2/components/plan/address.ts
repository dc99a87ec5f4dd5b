import type { Ask } from '@/lib/store/plan/plan'

/** What stands in the address of a plan. */
export function addressOf(storeId: string, ask: Ask): string {
  return `/stores/${storeId}/plan?${new URLSearchParams(pairsOf(ask))}`
}

/** An ask as pairs of an address; the routes of the page's rows take the same. */
export function pairsOf(ask: Ask): Record<string, string> {
  switch (ask.kind) {
    case 'restore':
      return { restore: String(ask.at) }
    case 'seed':
      return { seed: ask.jobId, ...(ask.withHistory ? {} : { history: 'no' }) }
    case 'undo':
      if (ask.sessionId) return { session: ask.sessionId }
      if (ask.batchId) return { batch: ask.batchId }
      return { versions: (ask.versionIds ?? []).join(',') }
    case 'take_over':
      return { take: JSON.stringify({ from: ask.from, rows: ask.rows }) }
    default:
      return {}
  }
}
