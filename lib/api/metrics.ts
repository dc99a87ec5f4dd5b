import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { writtenMetrics } from '@/lib/metrics/metrics'
import { readStanding } from '@/lib/metrics/standing'
import { isLoopback } from '@/lib/settings'
import { newId } from '@/lib/text/prefixed-id'
import { refuseForeign, requireCaller } from './admission'
import type { ApiAnswer } from './api-answer'
import { ApiError, invalidRequest } from './api-error'
import type { ApiRequest } from './api-request'
import { requireMay } from './require-may'
import { answerHeaders, respondError } from './respond'

/**
 * Answers `/metrics`, the server's figures in the format of Prometheus: to callers on this machine,
 * and from elsewhere (through a proxy) to keys that may read them. Never rejects.
 */
export async function answerMetrics(request: ApiRequest): Promise<ApiAnswer> {
  const requestId = newId('req')
  try {
    refuseForeign(request, 'data')
    if (request.method !== 'GET') throw invalidRequest('This address takes GET.')
    const db = database()
    await requireReader(db, request)
    const { text, contentType } = await writtenMetrics(await readStanding(db, Date.now()))
    const headers = { ...answerHeaders(requestId), 'content-type': contentType }
    return { status: 200, headers, body: text }
  } catch (error) {
    return respondError(error, requestId, request)
  }
}

async function requireReader(db: Database, request: ApiRequest): Promise<void> {
  const caller = await requireCaller(db, request)
  if (caller.keyId === null && !isFromHere(request)) {
    throw new ApiError(
      401,
      'authentication_error',
      'Reading the metrics from elsewhere needs a key.',
    )
  }
  requireMay(caller, 'read the metrics')
}

/** The server listens on this machine only; who comes through a proxy names another host. */
function isFromHere({ origin }: ApiRequest): boolean {
  return isLoopback(new URL(origin).hostname.replace(/^\[|\]$/g, ''))
}
