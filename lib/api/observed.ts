import { countCall } from '@/lib/metrics/metrics'
import { traced } from '@/lib/tracing/traced'
import type { ApiAnswer } from './api-answer'
import type { ApiRequest } from './api-request'

/** Methods that are counted by their names: a caller may send any word. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers a call, counts it and, where traces are asked for, traces it. `route`: as the table of
 * routes writes it.
 */
export async function observed(
  request: Pick<ApiRequest, 'method' | 'headers'>,
  route: string,
  answer: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const begunAt = performance.now()
  const method = METHODS.includes(request.method) ? request.method : 'other'
  const parent = request.headers.get('traceparent')
  const answered = await traced(`${method} ${route}`, parent, answer, ({ status }) => ({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    isError: status >= 500 ? 1 : 0,
  }))
  const seconds = (performance.now() - begunAt) / 1000
  countCall({ method, route, status: answered.status, seconds })
  return answered
}
