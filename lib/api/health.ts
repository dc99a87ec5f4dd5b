import { pageRefusal } from '@/lib/auth/page-refusal'
import { SECURITY_HEADERS } from '@/lib/auth/security-headers'
import { database } from '@/lib/db/open-database'
import { databaseProblem } from '@/lib/db/readiness'
import type { Readiness } from '@/lib/wire/readiness'
import type { ApiAnswer } from './api-answer'
import type { ApiRequest } from './api-request'

/** An answer for those who watch the server: no key is needed, and none is taken. */
type Watched = () => Promise<{ status: number; body: object }>

/** The process is up; the database is not asked: see `readiness`. */
export const answerHealth = watched(async () => ({ status: 200, body: { status: 'ok' } }))

/** The database answers, accepts writes, and has every migration. */
export const answerReadiness = watched(async () => {
  const problem = await databaseProblem(database())
  const body: Readiness =
    problem === null ? { status: 'ready' } : { status: 'not_ready', ...problem }
  return { status: problem === null ? 200 : 503, body }
})

function watched(state: Watched): (request: ApiRequest) => Promise<ApiAnswer> {
  return async (request) => {
    const refusal = pageRefusal(request, 'data')
    if (refusal) return text(refusal.status, refusal.message)
    if (!['GET', 'HEAD'].includes(request.method)) return text(405, 'This address takes GET.')
    const { status, body } = await state()
    const headers = { ...SECURITY_HEADERS, 'content-type': 'application/json' }
    return { status, headers, body: request.method === 'HEAD' ? null : JSON.stringify(body) }
  }
}

function text(status: number, message: string): ApiAnswer {
  const headers = { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' }
  return { status, headers, body: message }
}
