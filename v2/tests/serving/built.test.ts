import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenTo } from '@/tests/support/listen'
import { type StartedServer, startBuilt } from '@/tests/support/next-start'

/** What the framework does with bodies, streams and the end of the process; on the build. */

let folder = ''
let server: StartedServer
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-built-'))
  server = await startBuilt(folder)
}, 120_000)
afterAll(() => {
  server.process.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(address: string, body?: string): Promise<T> {
  const method = body === undefined ? 'GET' : 'POST'
  const { headers } = server
  const answer = await fetch(`${server.url}/v1/${address}`, {
    method,
    headers: { ...headers, 'content-type': address.includes('/import') ? 'text/plain' : 'json' },
    ...(body !== undefined && { body }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

const store = () => ask<{ id: string }>('memory_stores', JSON.stringify({ name: 'built' }))

const follow = (id: string) =>
  listenTo(`${server.url}/v1/memory_stores/${id}/events`, server.headers)

test('a body of 30 MB arrives whole, and leaves whole', async () => {
  const { id } = await store()
  const lines = Array.from({ length: 300 }, (_, index) => {
    const content = `${index} `.repeat(102_400 / `${index} `.length)
    return `${JSON.stringify({ path: `/${String(index).padStart(3, '0')}.md`, content })}\n`
  })
  const source = lines.join('')
  expect(source.length).toBeGreaterThan(30_000_000)
  const job = await ask<{ state: string }>(`memory_stores/${id}/import?wait=true`, source)
  expect(job.state).toBe('done')
  const { headers } = server
  const exported = await fetch(`${server.url}/v1/memory_stores/${id}/export?format=jsonl`, {
    headers,
  })
  expect((await exported.text()) === source).toBe(true)
}, 120_000)

test('a stream ends within a second of its caller’s leaving', async () => {
  const { id } = await store()
  const all = await Promise.all(Array.from({ length: 64 }, () => follow(id)))
  expect(all.map(({ status }) => status)).toEqual(Array(64).fill(200))
  expect((await follow(id)).status).toBe(429)
  const left = Date.now()
  all[0]?.leave()
  let another = await follow(id)
  while (another.status === 429) another = await follow(id)
  expect(another.status).toBe(200)
  expect(Date.now() - left).toBeLessThan(1_000)
  for (const each of [...all, another]) each.leave()
}, 60_000)

test('asked to end amid ten streams it ends them and itself, within three seconds', async () => {
  const { id } = await store()
  const streams = await Promise.all(Array.from({ length: 10 }, () => follow(id)))
  const asked = Date.now()
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(Date.now() - asked).toBeLessThan(3_000)
  await Promise.all(streams.map(({ ended }) => ended))
}, 60_000)
