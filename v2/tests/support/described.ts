import type { z } from 'zod'
import { app } from '@/lib/api/app'

/** An operation of the API, from the route that answers it. */
export interface Operation {
  id: string
  method: string
  /** with `{storeId}` and the like */
  path: string
  /** what a caller must be allowed; null: everybody may */
  action: string | null
  /** of its answers with status 200; null: they are no JSON */
  answer: z.ZodType | null
}

interface Route {
  method: string
  path: string
  operationId?: string
  responses: Record<string, { content?: Record<string, { schema?: z.ZodType }> }>
}

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = app.openAPIRegistry.definitions
  .flatMap((definition) => (definition.type === 'route' ? [definition.route as Route] : []))
  .map(({ method, path, operationId = '', responses }) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    action: actionOf(method.toUpperCase(), path),
    answer: responses[200]?.content?.['application/json']?.schema ?? null,
  }))

/** The action that stands on a route's first handler. */
function actionOf(method: string, path: string): string | null {
  const own = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const handlers = app.routes.filter((route) => route.method === method && route.path === own)
  const guard = handlers.map(({ handler }) => handler).find((handler) => 'action' in handler)
  return guard ? (guard as unknown as { action: string }).action : null
}

/** What is wrong with an answer by its own description; null: nothing. */
export async function problemOf(method: string, url: string, answer: Response) {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || answer.status !== 200) return null
  const { pathname } = new URL(url)
  const operation = OPERATIONS.find((each) => each.method === method && fits(each.path, pathname))
  if (!operation?.answer) return null
  const parsed = operation.answer.safeParse(await answer.clone().json())
  return parsed.success ? null : `${operation.id}: ${parsed.error.message}`
}

const fits = (path: string, pathname: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
