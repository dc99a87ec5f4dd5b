import { databaseFaultOf, FAULT_WORDS } from '@/lib/db/database-fault'
import { causeOf, log } from '@/lib/log'
import { SessionError } from '@/lib/agent/problems'
import { ReviewError } from '@/lib/review/model/review-problems'
import { StoreError } from '@/lib/store/model/problems'
import type { ApiAnswer } from './api-answer'
import { ExperimentError } from '@/lib/experiments/problems'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { ReplayError } from '@/lib/replay/problems'
import {
  ApiError,
  apiErrorOf,
  experimentErrorOf,
  invalidRequest,
  replayErrorOf,
  reviewErrorOf,
  sessionErrorOf,
  testErrorOf,
} from './api-error'
import type { ApiRequest } from './api-request'

/** Headers of every response: the request id, and no sniffing of content types. */
export function answerHeaders(requestId: string): Record<string, string> {
  return { 'request-id': requestId, 'x-content-type-options': 'nosniff' }
}

/** Header of the answer to a write in which a policy masked something: what stands there instead. */
export const MASKED_HEADER = 'palimpsest-masked'

/** A JSON answer with the request id, and what else is told in headers. */
export function respond(
  body: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ApiAnswer {
  return json(200, body, { ...answerHeaders(requestId), ...headers })
}

/**
 * The answer to whatever was thrown. Internal faults are logged, without the data concerned; that a
 * caller leaves before the end is none.
 */
export function respondError(
  thrown: unknown,
  requestId: string,
  request?: Pick<ApiRequest, 'signal'>,
): ApiAnswer {
  const error = isDisconnect(thrown, request) ? CALLER_LEFT : asApiError(thrown, requestId)
  const { status, type, message, fields } = error
  const body = { type: 'error', error: { type, message, ...fields }, request_id: requestId }
  const headers = answerHeaders(requestId)
  // The SDKs retry every 409 and 408 unless told not to.
  const staysSo = thrown instanceof StoreError || (status < 500 && status !== 429)
  if (staysSo) headers['x-should-retry'] = 'false'
  return json(status, body, headers)
}

function json(status: number, body: unknown, headers: Record<string, string>): ApiAnswer {
  headers['content-type'] = 'application/json'
  return { status, headers, body: JSON.stringify(body) }
}

/** Nobody gets this answer; it is counted. */
const CALLER_LEFT = invalidRequest('The caller left before the call was answered.')

/** With what a body breaks off, and what waited for it or for its caller. */
const DISCONNECT_CODES: readonly unknown[] = [
  'ECONNRESET',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ABORT_ERR',
]

function isDisconnect(thrown: unknown, request: Pick<ApiRequest, 'signal'> | undefined): boolean {
  if (!request?.signal.aborted || !(thrown instanceof Error)) return false
  return (
    thrown === request.signal.reason ||
    thrown.name === 'AbortError' ||
    ('code' in thrown && DISCONNECT_CODES.includes(thrown.code))
  )
}

function asApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof StoreError) return apiErrorOf(thrown.problem)
  if (thrown instanceof SessionError) return sessionErrorOf(thrown.problem)
  if (thrown instanceof ReplayError) return replayErrorOf(thrown.problem)
  if (thrown instanceof MemoryTestError) return testErrorOf(thrown.problem)
  if (thrown instanceof ExperimentError) return experimentErrorOf(thrown.problem)
  if (thrown instanceof ReviewError) return reviewErrorOf(thrown.problem)
  const fault = databaseFaultOf(thrown)
  if (fault) {
    log.error('a request failed', { request: requestId, fault: fault.fault, ...causeOf(thrown) })
    return new ApiError(503, 'api_error', FAULT_WORDS[fault.fault])
  }
  log.error('a request failed', { request: requestId, ...causeOf(thrown) })
  return new ApiError(500, 'api_error', 'Something went wrong in the server; its log has more.')
}
