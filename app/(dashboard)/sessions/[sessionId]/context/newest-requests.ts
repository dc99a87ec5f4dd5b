import type { texts } from '@/components/i18n/server-texts'
import type { ContextRequest } from '@/lib/agent/context-history'

/** Requests in a plot and its table; more would be less than two pixels each. */
const SHOWN = 400

export type NumberedRequest = ContextRequest & {
  /** number of the request in the session, from 1 */
  number: number
}

/** The newest requests with their numbers, oldest first. */
export function newestRequests(requests: readonly ContextRequest[]): NumberedRequest[] {
  return requests.map((request, index) => ({ ...request, number: index + 1 })).slice(-SHOWN)
}

/** A request's number, and anything special about it. */
export function requestName(
  t: Awaited<ReturnType<typeof texts>>,
  { number, purpose, isError, isOpen }: NumberedRequest,
): string {
  if (isError) return t('Context.isFailed', { number })
  if (isOpen) return t('Context.isOpen', { number })
  return purpose === 'save' ? t('Context.isSave', { number }) : String(number)
}
