import { expect, test } from 'vitest'
import * as mcp from '@/app/mcp/route'
import * as metrics from '@/app/metrics/route'
import * as api from '@/app/v1/[[...path]]/route'
import { createStore } from '@/lib/store/stores/change-stores'
import { serveDatabase } from '@/lib/db/open-database'
import { onSqlite } from '@/tests/support/databases'

/**
 * The API as the page framework serves it, in development and in its own server of a build. The same
 * code answers behind scripts/server.mjs, which all other tests of the API test.
 */

const request = (method: 'GET' | 'POST' | 'PUT', path: string, body?: string) =>
  api[method](
    new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { host: '127.0.0.1' },
      ...(body === undefined ? {} : { body }),
    }),
  )

onSqlite((current) => {
  const setUp = async () => {
    serveDatabase(current())
    const { id } = await createStore(current(), { name: 'Through the framework' })
    return `/v1/memory_stores/${id}`
  }

  test('it writes, reads and lists', async () => {
    const url = await setUp()
    const body = JSON.stringify({ path: '/ä/b', content: 'one' })
    const made = (await (await request('POST', `${url}/memories`, body)).json()) as { id: string }
    const read = await request('GET', `${url}/memories/${made.id}`)
    expect([read.status, await read.json()]).toMatchObject([200, { path: '/ä/b', content: 'one' }])
    const listed = await request('GET', `${url}/memories?path_prefix=%2F%C3%A4%2F`)
    expect(await listed.json()).toMatchObject({ data: [{ id: made.id }] })
  })

  test('it refuses in the words of the API', async () => {
    const url = await setUp()
    const refused = async (answer: Promise<Response>) => {
      const { status } = await answer
      const { error } = (await (await answer).json()) as { error: { type: string } }
      return [status, error.type]
    }
    expect(await refused(request('GET', '/v1/nowhere'))).toEqual([404, 'not_found_error'])
    expect(await refused(request('PUT', url))).toEqual([405, 'invalid_request_error'])
    const long = 'x'.repeat(2_000_000)
    expect(await refused(request('POST', `${url}/memories`, long))).toEqual([
      413,
      'request_too_large',
    ])
  })

  test('it serves MCP and the figures', async () => {
    await setUp()
    const headers = {
      host: '127.0.0.1',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const listed = await mcp.POST(
      new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }),
    )
    expect(await listed.text()).toContain('memory_read')
    const figures = await metrics.GET(new Request('http://127.0.0.1/metrics', { headers }))
    expect(await figures.text()).toContain('palimpsest_stores')
  })

  test('it streams events until their listener leaves', async () => {
    const url = await setUp()
    const answer = await request('GET', `${url}/events?after=0`)
    const reader = answer.body?.getReader()
    await request('POST', `${url}/memories`, JSON.stringify({ path: '/a', content: '' }))
    let heard = ''
    while (!heard.includes('memory.created')) {
      const next = await reader?.read()
      if (next?.done !== false) break
      heard += Buffer.from(next.value).toString('utf8')
    }
    expect(heard).toContain('event: memory.created\n')
    await reader?.cancel()
    await expect.poll(() => current().changes.hasListeners).toBe(false)
  })
})
