import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '@/lib/api/openapi'
import { ROUTES } from '@/lib/api/routes'

/** A complete response of the server: not a stream of events. */
export interface Answered {
  method: string
  /** the route's pattern: `/v1/memory_stores/{storeId}` */
  route: string
  status: number
  headers: Headers
  body: string
}

interface Described {
  responses: Record<string, { content: Record<string, unknown> }>
}

/** Checks every response of a server against the OpenAPI description. */
export function openApiChecker() {
  const document = openApiDocument(ROUTES)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const withFormats = addFormats as unknown as { default: (to: Ajv2020) => void }
  withFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const problems: string[] = []

  const check = (answer: Answered): void => {
    const where = `${answer.method} ${answer.route} ${answer.status}`
    if (answer.status >= 400) {
      problems.push(...envelopeProblems(answer).map((problem) => `${where}: ${problem}`))
    }
    if (answer.method === 'HEAD' || answer.status === 204) {
      if (answer.body !== '') problems.push(`${where} has a body`)
      return
    }
    const pointer = schemaOf(answer)
    if (pointer === 'no JSON') return
    const validate = pointer && ajv.getSchema(`openapi#${pointer}`)
    if (!validate) problems.push(`${where} is not described`)
    else if (!validate(JSON.parse(answer.body))) {
      problems.push(`${where}: ${ajv.errorsText(validate.errors)}`)
    }
  }

  /** The pointer to a response's schema in the document. */
  const schemaOf = ({ method, route, status }: Answered): string | null => {
    const path = document.paths[route] as Record<string, Described> | undefined
    const operation = path?.[method.toLowerCase()]
    if (!operation) return status >= 400 ? '/components/schemas/Error' : null
    const key = String(status) in operation.responses ? String(status) : 'default'
    if (!('application/json' in (operation.responses[key]?.content ?? {}))) return 'no JSON'
    const parts = ['paths', route, method.toLowerCase(), 'responses', key, 'content']
    return [...parts, 'application/json', 'schema'].map((part) => `/${escape(part)}`).join('')
  }
  return { check, problems }
}

/** Lists the faults of a refusal's envelope (API page, errors). */
function envelopeProblems({ method, status, headers, body }: Answered): string[] {
  const problems: string[] = []
  const id = headers.get('request-id')
  if (!id?.startsWith('req_')) problems.push('has no request-id')
  if (method !== 'HEAD' && (JSON.parse(body) as { request_id: string }).request_id !== id) {
    problems.push('names another request than its header')
  }
  const isFinal = status < 500 && status !== 429
  if (isFinal !== (headers.get('x-should-retry') === 'false')) problems.push('x-should-retry')
  return problems
}

/** Escapes one part of a JSON pointer in a URL fragment. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}
