import { z } from 'zod'
import { app, descriptionOf } from '@/lib/api/app'

/** An operation of the API, from the route that answers it. */
export interface Operation {
  id: string
  method: string
  /** with `{storeId}` and the like */
  path: string
  /** what a caller must be allowed; null: everybody may */
  action: string | null
}

interface Route {
  method: string
  path: string
  operationId?: string
}

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = app.openAPIRegistry.definitions
  .flatMap((definition) => (definition.type === 'route' ? [definition.route as Route] : []))
  .map(({ method, path, operationId = '' }) => ({
    id: operationId,
    method: method.toUpperCase(),
    path,
    action: actionOf(method.toUpperCase(), path),
  }))

/** The action that stands on a route's first handler. */
function actionOf(method: string, path: string): string | null {
  const own = path.replaceAll(/\{(\w+)\}/g, ':$1')
  const handlers = app.routes.filter((route) => route.method === method && route.path === own)
  const guard = handlers.map(({ handler }) => handler).find((handler) => 'action' in handler)
  return guard ? (guard as unknown as { action: string }).action : null
}

type Answers = Record<string, { content: Record<string, { schema: object }> }>

interface Description {
  paths: Record<string, Record<string, { operationId: string; responses: Answers }>>
  components: { schemas: object }
}

let read: Description | undefined
const checkers = new Map<string, z.ZodType | null>()

/** What checks an operation's answers of a status by the description that programs read; null: no JSON. */
function checkerOf({ id, method, path }: Operation, status: string): z.ZodType | null {
  read ??= JSON.parse(descriptionOf(app)) as Description
  const { paths, components } = read
  const known = checkers.get(`${id} ${status}`)
  if (known !== undefined) return known
  const answers = paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const schema = answers[status]?.content['application/json']?.schema
  const whole = JSON.stringify({ ...schema, $defs: components.schemas })
  const own = whole.replaceAll('#/components/schemas/', '#/$defs/')
  const checker = schema ? z.fromJSONSchema(JSON.parse(own) as z.core.JSONSchema.JSONSchema) : null
  checkers.set(`${id} ${status}`, checker)
  return checker
}

/** What is wrong with an answer by the API's description; null: nothing. */
export async function problemOf(method: string, url: string, answer: Response) {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  if (!isJson) return null
  const { pathname } = new URL(url)
  const operation = OPERATIONS.find((each) => each.method === method && fits(each.path, pathname))
  if (!operation) return null
  const status = answer.status === 200 ? '200' : `${String(answer.status)[0]}XX`
  const checker = checkerOf(operation, status)
  const parsed = checker?.safeParse(await answer.clone().json())
  return !parsed || parsed.success ? null : `${operation.id}: ${parsed.error.message}`
}

const fits = (path: string, pathname: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
