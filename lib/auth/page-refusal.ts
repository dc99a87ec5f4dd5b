import { settings } from '@/lib/settings'
import { presentedKey } from './presented-key'
import { type Address, originOf, originProblem, ORIGIN_ANSWERS } from './request-origin'

/** The refusal of a request outside the API, before anything answers it; null: it passes. */
export function pageRefusal(
  request: { method: string; headers: Pick<Headers, 'get'> },
  address: Exclude<Address, 'api'>,
): { status: number; message: string } | null {
  const problem = originProblem(originOf(request, address), settings().allowedHosts)
  if (problem) return ORIGIN_ANSWERS[problem]
  // Pages check no keys, so a limited key would have no limits here.
  return presentedKey(request.headers).kind === 'none' ? null : KEY_ANSWER
}

const KEY_ANSWER = {
  status: 403,
  message: 'API keys are good for the API under /v1, and for nothing else.',
}
