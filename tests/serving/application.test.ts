import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect } from 'vitest'
import { type Application, startApplication } from '@/tests/support/application'
import { listenTo } from '@/tests/support/listen'
import { freePort } from '@/tests/support/postgresql-server'
import { test as base } from '@/tests/support/served'

/** The built application under `next start`: what Next does with bodies, streams and the end. */

const test = base.extend('storeId', async ({ application: { url } }) => {
  const stores = new Anthropic({ apiKey: 'local', baseURL: url }).beta.memoryStores
  return (await stores.create({ name: 'served' })).id
})

const eventsOf = ({ url }: Application, storeId: string) =>
  `${url}/v1/memory_stores/${storeId}/events`

const write = ({ url }: Application, storeId: string, at: string) =>
  fetch(`${url}/v1/memory_stores/${storeId}/memories`, {
    method: 'POST',
    body: JSON.stringify({ path: at, content: 'x' }),
  })

describe('served', () => {
  test('it is ready once it says so, and answers a page', async ({ application: { url } }) => {
    for (const address of ['/healthz', '/readyz', '/v1/memory_stores', '/']) {
      expect([address, (await fetch(`${url}${address}`)).status]).toEqual([address, 200])
    }
    const asked = url.replace('127.0.0.1', 'localhost')
    expect(await (await fetch(`${asked}/connections/agents`)).text()).toContain(`${asked}/mcp`)
  })

  test('every page says what it may load and run, and every script has its number', async ({
    application: { url },
  }) => {
    for (const address of ['/', '/search', '/log', '/redact', '/review']) {
      const page = await fetch(`${url}${address}`)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
      const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? []
      expect([address, scripts.length > 0]).toEqual([address, true])
      expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
    }
  })

  test('what is no file of the build is no page', async ({ application: { url } }) => {
    const answer = await fetch(`${url}/_next/static/no`)
    expect([answer.status, await answer.text()]).toEqual([404, ''])
  })

  test('an act of a page that was left is done, under whichever name of this machine', async ({
    application: { url },
  }) => {
    const file = readFileSync('.next/server/server-reference-manifest.json', 'utf8')
    const { node } = JSON.parse(file) as { node: Record<string, { exportedName: string }> }
    const [id = ''] = Object.keys(node).filter((each) => node[each]?.exportedName === 'makeStore')
    for (const name of ['127.0.0.1', 'localhost']) {
      const origin = url.replace('127.0.0.1', name)
      const headers = { origin, 'next-action': id, 'content-type': 'text/plain' }
      const body = JSON.stringify([{ name: `made at ${name}` }])
      const done = await fetch(`${origin}/redact`, { method: 'POST', headers, body })
      expect([name, await done.text()]).toEqual([name, expect.stringContaining('"ok":true')])
    }
  })

  test('a body of 30 MB arrives whole, and leaves whole', async ({ application, storeId }) => {
    const { url, secret } = application
    const line = (index: number) =>
      `${JSON.stringify({ path: `/${index + 100}.md`, content: `${index}`.padEnd(99_000) })}\n`
    const source = Array.from({ length: 300 }, (_, index) => line(index)).join('')
    expect(source.length).toBeGreaterThan(29_000_000)
    const store = `${url}/v1/memory_stores/${storeId}`
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/jsonl' }
    const asked = { method: 'POST', headers, body: source }
    const job: unknown = await (await fetch(`${store}/import?wait=true`, asked)).json()
    expect(job).toMatchObject({ state: 'done' })
    const exported = await fetch(`${store}/export?format=jsonl`, { headers })
    expect((await exported.text()) === source).toBe(true)
  }, 120_000)

  test('a body of JSON at its limit is taken, and one past it refused', async ({
    application: { url },
    storeId,
  }) => {
    const post = async (size: number) => {
      const body = JSON.stringify({ path: '/a', content: '', more: 'x'.repeat(size) })
      const address = `${url}/v1/memory_stores/${storeId}/memories`
      return (await fetch(address, { method: 'POST', body })).status
    }
    expect(await post(8 * 1024 * 1024 - 100)).toBe(200)
    expect(await post(8 * 1024 * 1024 + 100)).toBe(413)
  })

  test('an event is on the wire when it is written', async ({ application, storeId }) => {
    const stream = await listenTo(eventsOf(application, storeId), {})
    await write(application, storeId, '/heard')
    const { data } = await stream.next(() => true)
    expect(data).toMatchObject({ memory_version: { path: '/heard' } })
    stream.leave()
  })

  test('who leaves a stream is gone within a second', async ({ application, storeId }) => {
    const open = () => listenTo(eventsOf(application, storeId), {})
    const streams = await Promise.all(Array.from({ length: 64 }, open))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    expect((await open()).status).toBe(429)
    for (const stream of streams) stream.leave()
    const again = async () => {
      const stream = await open()
      stream.leave()
      return stream.status
    }
    await expect.poll(again, { timeout: 1_000 }).toBe(200)
  })

  test('a caller who cuts its body off leaves nothing', async ({ application, storeId }) => {
    const { hostname, port } = new URL(application.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /v1/memory_stores/${storeId}/memories HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 900\r\n\r\n{"path":"/cut"`,
    )
    await once(socket, 'connect')
    socket.destroy()
    expect((await write(application, storeId, '/whole')).status).toBe(200)
    const { url } = application
    const listed = await fetch(`${url}/v1/memory_stores/${storeId}/memories`)
    const { data } = (await listed.json()) as { data: { path: string }[] }
    expect(data.map((memory) => memory.path)).toEqual(['/whole'])
    const figures = async () => (await fetch(`${url}/metrics`)).text()
    await expect.poll(figures).toMatch(/memories",[^}]*status="400"/)
  })

  test('other methods, HEAD and ids with slashes reach the API', async ({
    application,
    storeId,
  }) => {
    const one = `${application.url}/v1/memory_stores/${storeId}`
    const head = await fetch(one, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const put = await fetch(one, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, expect.stringContaining('DELETE')])
    expect((await fetch(`${application.url}/v1/memory_stores/a%2Fb`)).status).toBe(404)
  })
})

test('what is read by path at run time is among the traces of the build', () => {
  const trace = readFileSync('.next/server/app/v1/[[...route]]/route.js.nft.json', 'utf8')
  const { files } = JSON.parse(trace) as { files: string[] }
  const read = ['prisma/sqlite/migrations', 'prisma/postgresql/migrations', 'samples']
  const missing = [...read, 'lib/scan/generated'].filter(
    (folder) => !files.some((each) => each.includes(`/${folder}/`)),
  )
  expect(missing).toEqual([])
})

describe('the end', () => {
  test('comes within three seconds of SIGTERM, with ten streams open, and leaves one file', async ({
    dataDir,
  }) => {
    const application = await startApplication(dataDir)
    const stores = new Anthropic({ apiKey: 'local', baseURL: application.url }).beta.memoryStores
    const { id } = await stores.create({ name: 'ended' })
    const open = () => listenTo(eventsOf(application, id), {})
    const streams = await Promise.all(Array.from({ length: 10 }, open))
    const asked = Date.now()
    application.kill('SIGTERM')
    const { code } = await application.ended
    expect([code, Date.now() - asked < 3_000]).toEqual([0, true])
    await Promise.all(streams.map(({ ended }) => ended))
    const left = readdirSync(dataDir).filter((name) => /-wal|-shm|server\.json/.test(name))
    expect(left).toEqual([])
  })

  test('comes where only npm is told so, which leaves its programs behind', async ({ dataDir }) => {
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: `${await freePort()}` }
    const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const bytes of npm.stdout) if (String(bytes).includes('palimpsest: serving')) break
    npm.kill('SIGTERM')
    const isThere = () => readdirSync(dataDir).includes('server.json')
    await expect.poll(isThere, { timeout: 5_000 }).toBe(false)
  })
})
