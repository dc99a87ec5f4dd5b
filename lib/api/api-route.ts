import { type Caller, callerOf } from '@/lib/auth/caller'
import { type Action, audienceOf } from '@/lib/auth/may'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import type { Audience } from '@/lib/store/model/audience'
import type { Cause } from '@/lib/store/model/actor'
import { contentProblem } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { ApiError } from './api-error'
import { type Dialect, dialectOf } from './dialect'
import { noteCall } from './outside-calls'
import { requireMay } from './require-may'
import { requireSeen } from './require-seen'
import { respond, respondError } from './respond'

/** An API request whose caller is known. */
export interface ApiCall<Params> {
  db: Database
  request: Request
  params: Params
  caller: Caller
  /** whom the answer is for */
  audience: Audience
  /** recorded with every change that this request makes */
  cause: Cause
  dialect: Dialect
  requestId: string
}

/** What Next passes to a route: the path's bracketed segments, undefined if it has none. */
interface RouteContext<Params> {
  params: Promise<Params>
}

/**
 * Wraps a function that answers a call with a body or a whole response into a route handler.
 * Handles keys and their limits, the request id, and errors in the API's words. `action`: what the
 * caller must be allowed to do; whatever they may not see is 404 to them, for any action.
 */
export function apiRoute<Params extends object = object>(
  action: Action,
  answer: (call: ApiCall<Params>) => Promise<unknown>,
): (request: Request, context: RouteContext<Params>) => Promise<Response> {
  return async (request, context) => {
    const requestId = newId('req')
    try {
      refuseForeign(request)
      const db = database()
      const caller = await callerOf(db, request.headers)
      if (!caller) throw new ApiError(401, 'authentication_error', 'The API key is not valid.')
      noteCall(request)
      const params = (await context.params) ?? ({} as Params)
      refuseImpossibleIds(params)
      await requireSeen(db, caller, params)
      requireMay(caller, action)
      const dialect = dialectOf(request.headers)
      const cause = { actor: caller.actor }
      const audience = audienceOf(caller)
      const call = { db, request, params, caller, audience, cause, dialect, requestId }
      const answered = await answer(call)
      const response = answered instanceof Response ? answered : respond(answered, requestId)
      return request.method === 'HEAD' ? await withoutBody(response) : response
    } catch (error) {
      return respondError(error, requestId)
    }
  }
}

function refuseForeign(request: Request): void {
  const problem = originProblem(originOf(request, 'api'), settings().allowedHosts)
  if (!problem) return
  const { status, message } = ORIGIN_ANSWERS[problem]
  throw new ApiError(status, 'permission_error', message)
}

/** No database can store such an id, so nothing has it. */
function refuseImpossibleIds(params: object): void {
  for (const value of Object.values(params) as unknown[]) {
    if (typeof value === 'string' && contentProblem(value) !== null) {
      throw new ApiError(404, 'not_found_error', 'There is nothing with such an id.')
    }
  }
}

/** Next answers HEAD with the GET handler and never consumes the body, which may be a stream. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}
