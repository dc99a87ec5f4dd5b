import type { HeaderReader } from './api-request'

/**
 * The two dialects of requests (API page, "Two dialects"). The research preview's header alone
 * means the preview; with the current header or none, the page's table applies.
 */
export type Dialect = 'current' | 'preview'

const CURRENT = 'agent-memory-2026-07-22'
const PREVIEW = 'managed-agents-2026-04-01'

export function dialectOf(headers: HeaderReader): Dialect {
  const betas = (headers.get('anthropic-beta') ?? '').split(',').map((beta) => beta.trim())
  return betas.includes(PREVIEW) && !betas.includes(CURRENT) ? 'preview' : 'current'
}
