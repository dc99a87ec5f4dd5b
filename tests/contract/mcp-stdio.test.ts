import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { desktopBundle } from '@/lib/api/desktop-bundle'
import { createApiKey } from '@/lib/auth/api-keys'
import { serveDatabase } from '@/lib/db/open-database'
import { announceServer } from '@/lib/api/server-file'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { callTool, MODERN } from '@/tests/support/mcp-client'

/** `palimpsest mcp` as an agent starts it; without a server, see cli/cli.test.ts. */

const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-mcp-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COMMAND = [path.resolve('bin/palimpsest.mjs'), 'mcp']

async function started(args: string[], env: Record<string, string>, mode = MODERN) {
  const client = new Client(
    { name: 'stdio-peer', version: '3' },
    { versionNegotiation: { mode }, capabilities: {} },
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, DATABASE_URL: '', ...env },
  })
  await client.connect(transport)
  return client
}

const EMPTY = new Uint8Array()

/** The fields of a bundle's manifest that the tests use. */
const manifestIn = z.object({
  server: z.object({
    entry_point: z.string(),
    mcp_config: z.object({
      args: z.array(z.string()),
      env: z.object({ PALIMPSEST_KEY: z.string() }),
    }),
  }),
  user_config: z.object({ address: z.object({ default: z.url() }) }),
})

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  test.each([
    ['of 2026-07-28', MODERN],
    ['before', 'legacy' as const],
  ])('is a bridge to the running server, in the revision %s', async (_, mode) => {
    serveDatabase(current())
    server ??= await serveApi(current())
    const { id: storeId } = await createStore(current(), { name: 'Bridged' })
    const { key, secret } = await createApiKey(current(), {
      name: 'bridge',
      access: 'write',
      storeIds: [storeId],
    })
    const { hostname: host, port } = new URL(server.url)
    const forget = announceServer({ dataDir: folder, host, port: Number(port) })
    const env = { PALIMPSEST_KEY: secret, CLAUDE_CODE_SESSION_ID: 'outer-1' }
    const client = await started([...COMMAND, '--store', 'Bridged'], env, mode)
    expect((await client.listTools()).tools).toHaveLength(7)
    const written = await callTool(client, 'memory_write', { path: '/ü.md', content: 'x' }, 'tu_1')
    expect(written).toMatchObject({ isError: false, text: 'Created /ü.md' })
    await client.close()
    forget()
    expect((await listVersions(current(), { storeId, limit: 5 })).versions).toMatchObject([
      {
        createdBy: { type: 'api_key', id: key.id },
        sessionId: 'outer-1',
        toolUseId: 'tu_1',
        client: 'stdio-peer 3',
      },
    ])
  })

  test('is in the bundle that a desktop program installs, with this server’s address', async () => {
    serveDatabase(current())
    server ??= await serveApi(current())
    const bundle = unzipSync(await desktopBundle(server.url))
    const manifest = manifestIn.parse(JSON.parse(strFromU8(bundle['manifest.json'] ?? EMPTY)))
    expect(Object.keys(bundle)).toContain(manifest.server.entry_point)
    for (const [name, content] of Object.entries(bundle)) {
      const file = path.join(folder, 'installed', name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    const [program = ''] = manifest.server.mcp_config.args
    const client = await started(
      [program.replace('${__dirname}', path.join(folder, 'installed'))],
      {
        PALIMPSEST_URL: manifest.user_config.address.default,
        PALIMPSEST_KEY: manifest.server.mcp_config.env.PALIMPSEST_KEY,
      },
    )
    expect((await client.listTools()).tools).toHaveLength(7)
    await client.close()
  })
})
