import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '@/lib/api/openapi'
import type { Answered } from './http-server'

interface Described {
  responses: Record<string, { content: Record<string, unknown> }>
}

/** Holds every answer of a server against the OpenAPI description. */
export async function openApiChecker() {
  const document = openApiDocument()
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const withFormats = addFormats as unknown as { default: (to: Ajv2020) => void }
  withFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const problems: string[] = []

  const check = (answer: Answered): void => {
    const path = document.paths[answer.route] as Record<string, Described> | undefined
    const operation = path?.[answer.method.toLowerCase()]
    const where = `${answer.method} ${answer.route} ${answer.status}`
    if (!operation) {
      if (answer.route !== '/v1/openapi.json') problems.push(`${where} is not described`)
      return
    }
    const key = answer.status === 200 ? '200' : 'default'
    const pointer = `openapi#/paths/${escape(answer.route)}/${answer.method.toLowerCase()}/responses/${key}/content/application~1json/schema`
    if (!('application/json' in (operation.responses[key]?.content ?? {}))) return
    const validate = ajv.getSchema(pointer)
    if (!validate) problems.push(`${where} has no schema`)
    else if (!validate(JSON.parse(answer.body))) {
      problems.push(`${where}: ${ajv.errorsText(validate.errors)}`)
    }
  }
  return { check, problems }
}

function escape(route: string): string {
  return encodeURIComponent(route.replaceAll('~', '~0').replaceAll('/', '~1'))
}
