import type { NewKey } from '@/lib/auth/keys'
import { describe, expect } from '@/tests/support/fixtures'
import { callTool, test } from '@/tests/support/mcp-client'

test('the figures count calls by route and tools by name, and hold no content, path, id or key', async ({
  as,
  peer,
  store,
}) => {
  const { ask, call, headers } = await as({ access: 'write', storeIds: [store.id] })
  const address = `/v1/memory_stores/${store.id}/memories`
  await ask('POST', address, { path: '/hidden-path.md', content: 'hidden content' })
  await ask('GET', '/v1/hidden-route')
  const client = await peer({ key: { access: 'write', storeIds: [store.id] } })
  await callTool(client, 'memory_read', { path: '/hidden-path.md' })
  await callTool(client, 'hidden-tool', {})
  await call('GET', address, undefined, { 'x-api-key': 'plk_nobody', authorization: '' })

  const keyless = await as()
  const answer = await keyless.call('GET', '/metrics')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await answer.text()
  const route = 'route="/v1/memory_stores/:storeId/memories"'
  for (const line of [
    `duration_seconds_count{method="POST",${route},status="200"}`,
    'duration_seconds_count{method="GET",route="unknown",status="404"}',
    'palimpsest_tool_calls_total{tool="memory_read",outcome="done"}',
    'palimpsest_tool_calls_total{tool="unknown",outcome="refused"}',
    'process_cpu_seconds_total',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toMatch(/^palimpsest_refused_keys_total [1-9]/m)
  expect(text).toMatch(/^palimpsest_store_changes [1-9]/m)
  for (const secret of [store.id, ...Object.values(headers), 'hidden']) {
    expect(text).not.toContain(secret)
  }
})

describe('the figures are read', () => {
  test.for<[string, Partial<NewKey> | undefined, number]>([
    ['without a key on this machine', undefined, 200],
    ['with a key for them', { access: 'metrics' }, 200],
    ['with a key that reads everything', { access: 'read' }, 200],
    ['not with one for hooks', { access: 'hook' }, 403],
    ['not with a key for some stores', { access: 'admin', storeIds: ['memstore_x'] }, 403],
  ])('%s', async ([, key, status], { as }) => {
    expect((await (await as(key)).call('GET', '/metrics')).status).toBe(status)
  })

  test('by no page of another origin', async ({ me: { call } }) => {
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await call('GET', '/metrics', undefined, foreign)).status).toBe(403)
  })
})
