import { callerOf } from '@/lib/auth/caller'
import { may } from '@/lib/auth/may'
import { originOf, originProblem, ORIGIN_ANSWERS } from '@/lib/auth/request-origin'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { countRefusedKey, type Standing, writtenMetrics } from '@/lib/metrics/metrics'
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
    const { text, contentType } = await writtenMetrics(await standingOf(db))
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

interface Counts {
  stores: number
  changes: number | null
  waiting: number
}

async function standingOf(db: Database): Promise<Standing> {
  const counts = await db.read.get<Counts>(
    `SELECT count(*) AS stores, sum(last_sequence) AS changes,
       (SELECT count(*) FROM proposals WHERE state = 'waiting') AS waiting
     FROM memory_stores WHERE deleted_at IS NULL`,
  )
  const jobs = await db.read.all<{ state: string; count: number }>(
    'SELECT state, count(*) AS count FROM jobs GROUP BY state',
  )
  return {
    stores: counts?.stores ?? 0,
    changes: Number(counts?.changes ?? 0),
    waitingProposals: counts?.waiting ?? 0,
    jobs: Object.fromEntries(jobs.map(({ state, count }) => [state, count])),
  }
}
