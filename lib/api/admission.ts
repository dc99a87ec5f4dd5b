import { callerOf, type Caller, PERSON_CALLER } from '@/lib/auth/caller'
import { pageRefusal } from '@/lib/auth/page-refusal'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import { watchKey } from '@/lib/auth/open-calls'
import type { Database } from '@/lib/db/database'
import { countRefusedKey } from '@/lib/metrics/metrics'
import { settings } from '@/lib/settings'
import { ApiError } from './api-error'
import type { ApiRequest } from './api-request'

/** Refuses a request for a foreign host, or from a foreign page. */
export function refuseForeign(request: ApiRequest, kind: 'api' | 'data'): void {
  const problem = originProblem(originOf(request, kind), settings().allowedHosts)
  if (!problem) return
  const { status, message } = ORIGIN_ANSWERS[problem]
  throw new ApiError(status, 'permission_error', message)
}

/**
 * Identifies the caller; refuses, and counts, a key that is not valid. The call is cut off if its
 * key expires or loses a right before the call ends.
 */
export async function requireCaller(db: Database, request: ApiRequest): Promise<Caller> {
  const caller = await callerOf(db, request.headers)
  if (caller) {
    request.onClose(
      watchKey(db, { caller, headers: request.headers, cutOff: () => request.cutOff() }),
    )
    return caller
  }
  countRefusedKey()
  throw new ApiError(401, 'authentication_error', 'The API key is not valid.')
}

/** The person at the dashboard; refuses whatever is not sent by one of its pages. */
export function requirePerson(request: ApiRequest): Caller {
  const refusal = pageRefusal(request, 'data')
  if (refusal) throw new ApiError(refusal.status, 'permission_error', refusal.message)
  return PERSON_CALLER
}
