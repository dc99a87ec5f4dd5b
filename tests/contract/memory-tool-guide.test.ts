import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listMemories } from '@/lib/store/memories/read-memories'
import { listStores } from '@/lib/store/stores/read-stores'
import { freshSqlite, type TestDatabase } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { type MessagesApi, serveMessages } from '@/tests/support/messages-api'

const PRINTED_ADDRESS = 'http://127.0.0.1:3000'

let opened: TestDatabase
let server: TestServer
let folder: string
let model: MessagesApi | undefined

/** The example as printed, with nothing beside it but the client and the packages. */
beforeAll(async () => {
  opened = await freshSqlite()
  server = await serveApi(opened.db)
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-agent-'))
  const readme = readFileSync('docs/guide/scripts.md', 'utf8')
  const example = readme
    .split('```ts\n')
    .find((block) => block.includes('palimpsestMemory'))
    ?.split('```')[0]
  if (!example?.includes(PRINTED_ADDRESS)) throw new Error('the guide has no example of the tool')
  writeFileSync(path.join(folder, 'agent.mts'), example.replaceAll(PRINTED_ADDRESS, server.url))
  const client = path.join('lib', 'memory-tool', 'client.ts')
  cpSync(client, path.join(folder, client))
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'dir')
})

afterEach(async () => model?.close())

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
  await opened.discard()
})

async function runExample(argument: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'agent.mts', argument],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'test', ...env } },
  )
  return stdout
}

async function heldByAgent(): Promise<(string | null | undefined)[]> {
  const { stores } = await listStores(opened.db, { limit: 10 })
  expect(stores.map(({ name }) => name)).toEqual(['Agent'])
  const { entries } = await listMemories(opened.db, {
    storeId: stores[0]?.id ?? '',
    directory: '',
    depth: 'all',
    view: 'full',
    limit: 10,
  })
  return entries.map((entry) => (entry.type === 'memory' ? entry.memory.content : null))
}

test("the guide's example runs as printed without a model, in a folder with only the client", async () => {
  const printed = await runExample('I like tea')
  expect(printed).toMatch(/^File created successfully at: \/memories\/notes\/\d+\.md\n/)
  expect(printed).toMatch(/11B\t\/memories\/notes\/\d+\.md\n$/)
  expect(await heldByAgent()).toEqual(['I like tea\n'])
})

test('and with one, in the same store', async () => {
  model = await serveMessages([
    [{ command: 'view', path: '/memories' }],
    [{ command: 'create', path: '/memories/a.md', file_text: 'from a model' }],
  ])
  const printed = await runExample('Remember', {
    ANTHROPIC_API_KEY: 'fake',
    ANTHROPIC_BASE_URL: model.url,
  })
  expect(printed).toContain("text: 'done'")
  expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'Remember' }])
  expect(model.results()[1]).toMatchObject([
    { content: 'File created successfully at: /memories/a.md' },
  ])
  expect(await heldByAgent()).toContain('from a model')
})
