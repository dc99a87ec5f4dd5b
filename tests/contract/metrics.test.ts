import { afterAll, describe, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { callTool, mcpClient } from '@/tests/support/mcp-client'

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const setUp = async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const { url } = server
    const { id: storeId } = await createStore(current(), { name: 'Watched' })
    const key = async (input: Partial<CreateApiKeyInput>) =>
      (await createApiKey(current(), { name: 'k', access: 'read', storeIds: null, ...input }))
        .secret
    const read = (headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers })
    return { url, storeId, key, read }
  }

  test('the figures count calls by route and tools by name, and hold no content, path, id or key', async () => {
    const { url, storeId, key, read } = await setUp()
    const secret = await key({ access: 'write', storeIds: [storeId] })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ path: '/hidden-path.md', content: 'hidden content' })
    const memories = `${url}/v1/memory_stores/${storeId}/memories`
    await fetch(memories, { method: 'POST', headers, body })
    const client = await mcpClient({ url, key: secret })
    await callTool(client, 'memory_read', { path: '/hidden-path.md' })
    await callTool(client, 'hidden-tool', {})
    await client.close()
    await fetch(memories, { headers: { authorization: 'Bearer plk_nobody' } })
    const answer = await read()
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await answer.text()
    const route = 'route="/v1/memory_stores/{storeId}/memories"'
    expect(text).toContain(`duration_seconds_count{method="POST",${route},status="200"}`)
    expect(text).toContain('palimpsest_mcp_tool_calls_total{tool="memory_read",outcome="done"}')
    expect(text).toContain('palimpsest_mcp_tool_calls_total{tool="unknown",outcome="refused"}')
    expect(text).toMatch(/palimpsest_refused_keys_total [1-9]/)
    expect(text).toMatch(/palimpsest_store_changes [1-9]/)
    expect(text).toContain('palimpsest_outbox_age_seconds 0')
    for (const secretText of [storeId, secret, 'hidden']) expect(text).not.toContain(secretText)
  })

  describe('the figures are read', () => {
    const readers: [string, Partial<CreateApiKeyInput> | null, number][] = [
      ['without a key on this machine', null, 200],
      ['with a key for them', { access: 'metrics' }, 200],
      ['with a key that reads everything', { access: 'read' }, 200],
      ['not with a key for some stores', { access: 'admin', storeIds: ['memstore_x'] }, 403],
      ['not with an expired key', { access: 'metrics', expiresAt: 1 }, 401],
    ]
    test.each(readers)('%s', async (_, input, status) => {
      const { key, read } = await setUp()
      const headers: Record<string, string> =
        input === null ? {} : { 'x-api-key': await key(input) }
      expect((await read(headers)).status).toBe(status)
    })

    test('by no page of another origin', async () => {
      const { read } = await setUp()
      expect((await read({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    })
  })
})
