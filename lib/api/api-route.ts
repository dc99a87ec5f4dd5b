import { type Access, covers } from '@/lib/auth/api-keys'
import { type Caller, callerOf } from '@/lib/auth/caller'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import { database, type Database } from '@/lib/db/database'
import { settings } from '@/lib/settings'
import type { Cause } from '@/lib/store/actor'
import { contentProblem } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { ApiError } from './api-error'
import { type Dialect, dialectOf } from './dialect'
import { respond, respondError } from './respond'

/** A request to the API once it is known who makes it. */
export interface ApiCall<Params> {
  db: Database
  request: Request
  params: Params
  caller: Caller
  /** what changes that this request makes are recorded with */
  cause: Cause
  dialect: Dialect
  requestId: string
}

/** What Next hands to a route: the parts of the path in brackets, nothing where there are none. */
interface RouteContext<Params> {
  params: Promise<Params>
}

/**
 * Makes a route handler of a function that answers a call with a body, or with a whole response.
 * Sees to keys and their limits, the request's id, and errors in the API's words.
 */
export function apiRoute<Params extends object = object>(
  needed: Access,
  answer: (call: ApiCall<Params>) => Promise<unknown>,
): (request: Request, context: RouteContext<Params>) => Promise<Response> {
  return async (request, context) => {
    const requestId = newId('req')
    try {
      refuseForeign(request)
      const db = database()
      const caller = await callerOf(db, request.headers)
      if (!caller) throw new ApiError(401, 'authentication_error', 'The API key is not valid.')
      const params = (await context.params) ?? ({} as Params)
      refuseUntenable(params)
      requireAccess(caller, needed, storeIdOf(params))
      const dialect = dialectOf(request.headers)
      const cause = { actor: caller.actor }
      const call = { db, request, params, caller, cause, dialect, requestId }
      const answered = await answer(call)
      const response = answered instanceof Response ? answered : respond(answered, requestId)
      return request.method === 'HEAD' ? await withoutBody(response) : response
    } catch (error) {
      return respondError(error, requestId)
    }
  }
}

function refuseForeign(request: Request): void {
  const problem = originProblem(originOf(request), settings().allowedHosts)
  if (!problem) return
  const { status, message } = ORIGIN_ANSWERS[problem]
  throw new ApiError(status, 'permission_error', message)
}

/** An id that no database could hold is an id of nothing. */
function refuseUntenable(params: object): void {
  for (const value of Object.values(params) as unknown[]) {
    if (typeof value === 'string' && contentProblem(value) !== null) {
      throw new ApiError(404, 'not_found_error', 'There is nothing with such an id.')
    }
  }
}

/** Next answers HEAD by what answers GET, and leaves the body, a stream perhaps, as it stands. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}

function storeIdOf(params: object): string | undefined {
  return 'storeId' in params && typeof params.storeId === 'string' ? params.storeId : undefined
}

/** Refuses what the caller's key does not cover. */
function requireAccess(caller: Caller, needed: Access, storeId: string | undefined): void {
  if (!covers(caller.access, needed)) {
    throw new ApiError(403, 'permission_error', `The API key does not allow to ${WORDS[needed]}.`)
  }
  if (storeId !== undefined && caller.storeIds && !caller.storeIds.includes(storeId)) {
    throw new ApiError(403, 'permission_error', 'The API key is not good for this memory store.')
  }
}

const WORDS: Record<Access, string> = {
  read: 'read',
  write: 'change memories',
  admin: 'make, change or delete stores, or to redact',
}
