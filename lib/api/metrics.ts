import { callerOf } from '@/lib/auth/caller'
import { may } from '@/lib/auth/may'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { countRefusedKey, writtenMetrics } from '@/lib/metrics/metrics'
import { readStanding } from '@/lib/metrics/standing'
import { isLoopback, settings } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'
import type { ApiAnswer } from './api-answer'
import { ApiError, invalidRequest, MAY_NOT } from './api-error'
import type { ApiRequest } from './api-request'
import { answerHeaders, respondError } from './respond'

/**
 * Answers `/metrics`, the server's figures in the format of Prometheus: to callers on this machine,
 * and from elsewhere (through a proxy) to keys that may read them. Never rejects.
 */
export async function answerMetrics(request: ApiRequest): Promise<ApiAnswer> {
  const requestId = newId('req')
  try {
    refuseForeign(request)
    if (request.method !== 'GET') throw invalidRequest('This address takes GET.')
    const db = database()
    await requireReader(db, request)
    const { text, contentType } = await writtenMetrics(await readStanding(db, Date.now()))
    const headers = { ...answerHeaders(requestId), 'content-type': contentType }
    return { status: 200, headers, body: text }
  } catch (error) {
    return respondError(error, requestId)
  }
}

function refuseForeign(request: ApiRequest): void {
  const problem = originProblem(originOf(request, 'data'), settings().allowedHosts)
  if (!problem) return
  const { status, message } = ORIGIN_ANSWERS[problem]
  throw new ApiError(status, 'permission_error', message)
}

async function requireReader(db: Database, request: ApiRequest): Promise<void> {
  const caller = await callerOf(db, request.headers)
  if (!caller) {
    countRefusedKey()
    throw new ApiError(401, 'authentication_error', 'The API key is not valid.')
  }
  if (caller.keyId === null && !isFromHere(request)) {
    throw new ApiError(
      401,
      'authentication_error',
      'Reading the metrics from elsewhere needs a key.',
    )
  }
  if (!may(caller, 'read the metrics')) {
    throw new ApiError(403, 'permission_error', MAY_NOT['read the metrics'])
  }
}

/** The server listens on this machine only; who comes through a proxy names another host. */
function isFromHere({ origin }: ApiRequest): boolean {
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''))
}
