import fc from 'fast-check'
import { createMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { drawn } from '@/tests/support/drawn'
import { expect, test } from '@/tests/support/fixtures'

/** Whatever programs send, they get an answer of the contract, and never a fault of ours. */

interface Described {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
}

const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '%',
  '\\',
  '/',
  '//',
  '/a/../b',
  '/\u0000',
  '\ud800',
  '\u202e',
  'é',
  'e\u0301',
  '😀'.repeat(300),
  'x'.repeat(9_000),
  'page_',
  'page_eA',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '__proto__',
  'constructor',
  "'; DROP TABLE x",
]

const oddText = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 20 }))

/** Values of any kind, deep ones and names of ours among them. */
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, [], {}, [null], [[]], { type: 'x' }),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('type', 'path', 'content_sha256', '__proto__', 'x'), oddText),
)

test('no call is a fault of ours, whatever it says', async ({ me, as, store }) => {
  const script = await as({ access: 'admin', isAgent: false })
  const { id, versionId } = await createMemory(
    { storeId: store.id, path: '/a', content: 'text' },
    BY_PERSON,
  )
  const { body: description } = await me.ask<{ paths: Record<string, Record<string, Described>> }>(
    'GET',
    '/v1/openapi.json',
  )
  const known: Record<string, string> = { storeId: store.id, memoryId: id, versionId }
  // Streams do not end, and the store is needed to the end.
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const isLeftOut = path.endsWith('/events') || path.endsWith('/archive')
      const isDeletion = method === 'delete' && path.endsWith('{storeId}')
      return isLeftOut || isDeletion ? [] : [{ path, method, operation }]
    }),
  )
  for (const { path, method, operation } of operations) {
    const { parameters = [], requestBody } = operation
    const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties ?? {}),
    )
    const record = (names: string[], value: fc.Arbitrary<unknown>) =>
      fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
    const call = fc.record({
      isScript: fc.boolean(),
      ids: fc.dictionary(fc.constantFrom('storeId', 'memoryId', 'versionId', 'jobId'), oddText, {
        maxKeys: 1,
      }),
      query: record(query, oddText) as fc.Arbitrary<Record<string, string>>,
      body: fc.oneof(
        { weight: 6, arbitrary: record(fields, oddValue).map((body) => JSON.stringify(body)) },
        { weight: 1, arbitrary: oddValue.map((body) => JSON.stringify(body)) },
        { weight: 1, arbitrary: oddText },
      ),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ isScript, ids, query: asked, body }) => {
        const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent((ids[name] ?? known[name] ?? 'job_none').toWellFormed()),
        )
        const search = new URLSearchParams(asked)
        const who = isScript ? script : me
        const sent = ['get', 'delete'].includes(method) ? undefined : body
        const { status } = await who.call(method.toUpperCase(), `${at}?${search}`, sent)
        expect(status, `${method} ${at}?${search} ${sent}`).toBeLessThan(500)
      }),
      drawn({ sqlite: 5, postgresql: 2 }),
    )
  }
}, 120_000)
