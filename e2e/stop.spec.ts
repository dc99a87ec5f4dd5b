import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import Anthropic from '@anthropic-ai/sdk'
import { expect, test } from './fixtures'
import { ownPorts } from './ports'

/** Stopping `npm start` ends all of its processes. */

const port = ownPorts.toBeStopped
const baseURL = `http://127.0.0.1:${port}`

/** Starts the built application; resolves when it says that it serves. */
async function start(command: string, args: string[], dataDir: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '' }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes(`serving ${baseURL}`)) resolve()
    })
    child.once('exit', () => reject(new Error(`it ended: ${printed}`)))
  })
  return child
}

const answers = () =>
  fetch(`${baseURL}/healthz`).then(
    () => true,
    () => false,
  )

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`npm start that is ended by ${signal} leaves nothing on its port`, async ({ folder }) => {
    const npm = await start('npm', ['start'], folder)
    npm.kill(signal)
    await expect.poll(answers).toBe(false)
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`a stop by ${signal} with callers that stay connected ends at once, with 0, and leaves one whole file`, async ({
    folder,
  }) => {
    const server = await start(process.execPath, ['scripts/start.mjs'], folder)
    const { beta } = new Anthropic({ apiKey: 'local', baseURL })
    const store = await beta.memoryStores.create({ name: 'Kept' })
    const stream = await fetch(`${baseURL}/v1/memory_stores/${store.id}/events`)
    const agent = new Agent({ keepAlive: true })
    await new Promise((resolve) => {
      get(`${baseURL}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve))
    })
    const ended = new Promise((resolve) => server.once('exit', (code) => resolve(code)))
    server.kill(signal)
    expect(await ended).toBe(0)
    expect(await stream.text()).toContain('event: close\ndata: {"reason":"shutdown"}')
    const copy = path.join(folder, 'copy.db')
    copyFileSync(path.join(folder, 'palimpsest.db'), copy)
    const database = new Sqlite(copy)
    expect(database.prepare('SELECT name FROM memory_stores').pluck().all()).toEqual(['Kept'])
    database.close()
  })
}
