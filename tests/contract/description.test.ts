import { expect, test } from '@/tests/support/fixtures'

/** OpenAPI's description of the API; every answer to a test is held against it (`tests/support/described`). */

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  responses: object
}

interface Description {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

test('every operation is described once, with path, answer and refusals', async ({ as }) => {
  const { openapi, paths } = (await (await as()).ask<Description>('GET', '/v1/openapi.json')).body
  expect(openapi).toBe('3.1.0')
  // Objects are closed: of two in one `allOf` each would refuse what only the other names.
  expect(JSON.stringify(paths)).not.toContain('"allOf"')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, operation } of operations) {
    const named = operation.parameters?.filter(({ in: place }) => place === 'path') ?? []
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(named.map(({ name }) => name)).toEqual(inPath)
    expect(Object.keys(operation.responses).sort()).toEqual(['200', '4XX', '5XX'])
  }
})
