import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { test as base } from 'playwright/test'
import pg from 'pg'
import { freePort, type PostgresqlServer, startPostgresql } from '@/tests/support/postgresql-server'
import { expect } from './fixtures'
import { ownPorts } from './ports'

const port = ownPorts.toBeStopped
const baseURL = `http://127.0.0.1:${port}`

let postgresql: PostgresqlServer
let line: Line
let server: ChildProcess

/** A proxy to the database whose connection can be cut and restored. */
interface Line {
  url: string
  cut(): void
  mend(): Promise<void>
}

async function lineTo(url: string): Promise<Line> {
  const target = new URL(url)
  const listen = await freePort()
  const open = new Set<Socket>()
  let relay: Server | null = null
  const mend = async () => {
    relay = createServer((socket) => {
      const other = connect(Number(target.port), target.hostname)
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ] as const) {
        open.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => open.delete(from) && to.destroy())
        from.pipe(to)
      }
    })
    await new Promise<void>((resolve) => relay?.listen(listen, '127.0.0.1', resolve))
  }
  await mend()
  const own = new URL(url)
  own.port = String(listen)
  return {
    url: own.href,
    mend,
    cut: () => {
      relay?.close()
      for (const socket of open) socket.destroy()
    },
  }
}

base.beforeAll(async () => {
  base.setTimeout(120_000)
  postgresql = await startPostgresql()
  const client = new pg.Client({ connectionString: postgresql.url })
  await client.connect()
  await client.query(`CREATE DATABASE pages TEMPLATE template0 ENCODING 'UTF8'`)
  await client.end()
  line = await lineTo(postgresql.url.replace(/\/postgres$/, '/pages'))
  const env = { ...process.env, PORT: String(port), DATABASE_URL: line.url }
  server = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: 'inherit' })
  await expect
    .poll(
      () =>
        fetch(`${baseURL}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 90_000 },
    )
    .toBe(true)
})
base.afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  line.cut()
  await postgresql.stop()
})

base(
  'while PostgreSQL is away pages say so and come back, and they and the API answer 503',
  async ({ page }) => {
    line.cut()
    const shown = await page.goto(`${baseURL}/`)
    expect(shown?.status()).toBe(503)
    await expect(page.getByText('Can’t reach the database.')).toBeVisible()
    const answer = await fetch(`${baseURL}/v1/memory_stores`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: { type: 'api_error' } })
    const ready = await fetch(`${baseURL}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ kind: 'unreachable' }),
    ])
    await line.mend()
    await expect(page.getByRole('heading', { name: 'See what your agents remember' })).toBeVisible({
      timeout: 20_000,
    })
  },
)
