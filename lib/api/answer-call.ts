import type { Caller } from '@/lib/auth/caller'
import { audienceOf } from '@/lib/auth/may'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import type { Cause } from '@/lib/store/model/actor'
import { contentProblem } from '@/lib/text/content'
import { newId } from '@/lib/text/prefixed-id'
import { refuseForeign, requireCaller, requirePerson } from './admission'
import { type ApiAnswer, answerOf } from './api-answer'
import type { ApiCall } from './api-call'
import { ApiError } from './api-error'
import type { ApiRequest } from './api-request'
import { dialectOf } from './dialect'
import { findRoute, type Found } from './find-route'
import { observed } from './observed'
import { noteCall } from './outside-calls'
import { requireMay } from './require-may'
import { requireSeen } from './require-seen'
import { MASKED_HEADER, respond, respondError } from './respond'
import { METHODS, type Operation, type Route } from './route'

/**
 * Answers a call of the API: finds its route, handles keys and their limits, the request id, and
 * errors in the API's words. Never rejects.
 */
export async function answerCall(request: ApiRequest): Promise<ApiAnswer> {
  const found = findRoute(request.pathname)
  const answer = await observed(request, found?.route.path ?? 'none', () =>
    answerOnRoute(request, found),
  )
  return request.method === 'HEAD' ? withoutBody(answer) : answer
}

async function answerOnRoute(request: ApiRequest, found: Found | null): Promise<ApiAnswer> {
  if (!found) return answerWith(request, NOTHING, {})
  const { route, params } = found
  if (request.method === 'OPTIONS') {
    return { status: 204, headers: { allow: route.allow }, body: null }
  }
  const operation = operationOf(route, request.method)
  if (!operation) return refuseMethod(request, route)
  return answerWith(request, operation, params, operation.isAboutApi ? admitCaller : admitUser)
}

/** HEAD is answered like GET. */
function operationOf({ operations }: Route, method: string): Operation | undefined {
  const own = METHODS.find((each) => each === method)
  if (own) return operations[own]
  return method === 'HEAD' ? operations.GET : undefined
}

/** The prefix of the API's path for calls that a page of the dashboard makes itself. */
export const DASHBOARD = '/dashboard'

/**
 * Answers a page of the dashboard, as the person who has it open: what they import is theirs, and no
 * agent's. Never rejects.
 */
export async function answerPage(request: ApiRequest): Promise<ApiAnswer> {
  const found = findRoute(request.pathname.slice(DASHBOARD.length))
  const operation = found && operationOf(found.route, request.method)
  return observed(request, found?.route.path ?? 'none', () =>
    found && operation?.isOfPages
      ? answerWith(request, operation, found.params, admitPerson)
      : answerWith(request, NOTHING, {}, admitPerson),
  )
}

type Admit = (db: Database, request: ApiRequest) => Promise<Caller>

const admitPerson: Admit = async (_, request) => requirePerson(request)

const admitCaller: Admit = async (db, request) => {
  refuseForeign(request, 'api')
  return requireCaller(db, request)
}

/** A caller who asks for something that is kept here: from then on a program is known to call. */
const admitUser: Admit = async (db, request) => {
  const caller = await admitCaller(db, request)
  noteCall(request)
  return caller
}

async function answerWith(
  request: ApiRequest,
  { access, handler }: Pick<Operation, 'access' | 'handler'>,
  params: object,
  admit: Admit = admitCaller,
): Promise<ApiAnswer> {
  const requestId = newId('req')
  try {
    const db = database()
    const caller = await admit(db, request)
    refuseImpossibleIds(params)
    await requireSeen(db, caller, params)
    requireMay(caller, access)
    const dialect = dialectOf(request.headers)
    const masks = new Set<string>()
    const cause: Cause = {
      actor: caller.actor,
      masked: (each) => {
        for (const mask of each) masks.add(mask)
      },
    }
    const audience = audienceOf(caller)
    const call = { db, request, params, caller, audience, cause, dialect, requestId }
    // `at` has checked the handler against the segments of its path.
    const answered = await handler(call as ApiCall<never>)
    return answered instanceof Response
      ? answerOf(answered)
      : respond(answered, requestId, maskedHeader(masks))
  } catch (error) {
    return respondError(error, requestId, request)
  }
}

/** Tells a caller what stands in the memory in place of what a policy masked in their write. */
function maskedHeader(masks: ReadonlySet<string>): Record<string, string> {
  return masks.size === 0 ? {} : { [MASKED_HEADER]: [...masks].join(', ') }
}

/** For addresses that are none: an error that the SDKs can parse. */
const NOTHING: Pick<Operation, 'access' | 'handler'> = {
  access: 'read',
  handler: async ({ request: { method, pathname } }: ApiCall<object>) => {
    throw new ApiError(
      404,
      'not_found_error',
      `There is no ${method} ${pathname}. GET /v1/openapi.json describes what there is.`,
    )
  },
}

function refuseMethod({ method }: ApiRequest, { allow, operations }: Route): ApiAnswer {
  const own = METHODS.filter((each) => operations[each])
  const message = `This address does not take ${method}, but ${own.join(', ')}.`
  const answer = respondError(new ApiError(405, 'invalid_request_error', message), newId('req'))
  return { ...answer, headers: { ...answer.headers, allow } }
}

/** No database can store such an id, so nothing has it. */
function refuseImpossibleIds(params: object): void {
  for (const value of Object.values(params) as unknown[]) {
    if (typeof value === 'string' && contentProblem(value) !== null) {
      throw new ApiError(404, 'not_found_error', 'There is nothing with such an id.')
    }
  }
}

/** Drops the body that GET would have got, and ends it, since it may be a stream. */
async function withoutBody(answer: ApiAnswer): Promise<ApiAnswer> {
  if (answer.body instanceof ReadableStream) await answer.body.cancel()
  return { ...answer, body: null }
}
