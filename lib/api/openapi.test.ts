import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './openapi'
import { ROUTES } from './routes'

interface Described {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, unknown>
}

const document = openApiDocument(ROUTES)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    operation,
  })),
)
const operation = (method: string, path: string) => {
  const found = operations.find((each) => each.method === method && each.path === path)
  if (!found) throw new Error('no such operation')
  return found.operation
}

describe('the OpenAPI description', () => {
  test('names each operation once', () => {
    const ids = operations.map((each) => each.operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('declares every path segment in brackets as a parameter, and no other', () => {
    for (const each of operations) {
      const named = each.operation.parameters.filter((parameter) => parameter.in === 'path')
      const inPath = [...each.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect(named.map((parameter) => parameter.name)).toEqual(inPath)
    }
  })

  test('marks what is required', () => {
    const search = operation('GET', '/v1/memory_stores/{storeId}/search')
    const required = search.parameters.filter((parameter) => parameter.required)
    expect(required.map((parameter) => parameter.name)).toEqual(['storeId', 'q'])
    const restore = '/v1/memory_stores/{storeId}/memory_versions/{versionId}/restore'
    expect(operation('POST', restore).requestBody?.required).toBe(false)
    const create = operation('POST', '/v1/memory_stores/{storeId}/memories')
    expect(create.requestBody?.required).toBe(true)
    expect(Object.keys(create.responses).sort()).toEqual(
      ['200', '400', '401', '403', '404', '409', '413', 'default'].sort(),
    )
  })

  test('refers only to definitions that it contains', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
    for (const [, name] of references) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
  })

  test('has schemas that compile, for requests and for responses', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const asked = operations.flatMap(({ operation }) => [
      ...operation.parameters.map((parameter) => parameter.schema),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
    ])
    for (const schema of [...asked, ...Object.values(document.components.schemas)]) {
      expect(() => ajv.compile(schema)).not.toThrow()
    }
  })

  test('is JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})
