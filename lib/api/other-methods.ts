import { newId } from '@/lib/text/prefixed-id'
import { ApiError } from './api-error'
import { respondError } from './respond'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Handler = (request: Request) => Response

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Handlers for the methods that a route lacks: Next answers those without a body, which the SDKs
 * cannot turn into an error. Exported beside the route's own: `export const { PUT, PATCH, DELETE,
 * OPTIONS } = otherMethods('GET', 'POST')`.
 */
export function otherMethods<Own extends Method>(
  ...own: Own[]
): Record<Exclude<Method, Own> | 'OPTIONS', Handler> {
  const names: string[] = [...own]
  const allow = [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const refuse: Handler = (request) => {
    const message = `This address does not take ${request.method}, but ${own.join(', ')}.`
    const error = new ApiError(405, 'invalid_request_error', message)
    const response = respondError(error, newId('req'))
    response.headers.set('allow', allow)
    return response
  }
  const handlers: Record<string, Handler> = {
    OPTIONS: () => new Response(null, { status: 204, headers: { allow } }),
  }
  for (const method of METHODS) if (!names.includes(method)) handlers[method] = refuse
  return handlers
}
