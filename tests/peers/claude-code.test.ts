import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type AnswerPart, messageFrames, writtenFrame } from '@/lib/sessions/frames'
import { putMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { makeKey } from '@/tests/support/keys'
import { setRules } from '@/tests/support/rules'
import { textsOf } from '@/tests/support/written'

/** Claude Code itself, asked by a scripted model. */

const PROGRAM = path.join(process.env.PEERS_DIR ?? '', 'node_modules/.bin/claude')

/** How Claude Code reaches the server. */
type Way = (key: string, url: string) => object

const WAYS: Record<string, Way> = {
  HTTP: (key, url) => ({
    type: 'http',
    url: `${url}/mcp`,
    headers: { Authorization: `Bearer ${key}` },
  }),
  stdio: (key, url) => ({
    command: process.execPath,
    args: [path.resolve('bin/palimpsest.mjs'), 'mcp'],
    env: { PALIMPSEST_URL: url, PALIMPSEST_KEY: key },
  }),
}

const TOOL = 'mcp__palimpsest__memory_write'

/**
 * A model that makes these calls, one an answer. It takes whatever Claude Code sends, which is more than
 * the tests' own server knows of the API.
 */
async function scriptedModel(calls: readonly AnswerPart[]) {
  const left = [...calls]
  const asked: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(body)
      const next = body.includes(TOOL) ? left.shift() : undefined
      const parts: AnswerPart[] = [next ?? { type: 'text', text: 'ok' }]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const frame of messageFrames({ model: 'peer', parts }))
        response.write(writtenFrame(frame))
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked.join('\n'),
    close: () => server.close(),
  }
}

const write = (input: Record<string, unknown>, id = 'toolu_peer'): AnswerPart => ({
  type: 'tool_use',
  name: TOOL,
  input,
  id,
})

const test = base.extend('claude', ({ folder, server }) => {
  /** Runs Claude Code with a model that makes this call; resolves with all that the model was asked. */
  return async (way: Way, key: string, called: AnswerPart) => {
    const model = await scriptedModel([called])
    const config = path.join(folder, 'mcp.json')
    writeFileSync(config, JSON.stringify({ mcpServers: { palimpsest: way(key, server.url) } }))
    const project = path.join(folder, 'project')
    mkdirSync(project, { recursive: true })
    const words = ['-p', 'Go on', '--model', 'peer', '--mcp-config', config, '--strict-mcp-config']
    const child = spawn(PROGRAM, [...words, '--allowedTools', 'mcp__palimpsest'], {
      cwd: project,
      stdio: 'ignore',
      env: {
        NODE_ENV: 'test',
        PATH: process.env.PATH ?? '',
        HOME: folder,
        CLAUDE_CONFIG_DIR: path.join(folder, '.claude'),
        ANTHROPIC_BASE_URL: model.url,
        ANTHROPIC_API_KEY: 'sk-peer',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    })
    await once(child, 'close')
    model.close()
    return model.asked()
  }
})

describe.each(Object.entries(WAYS))('Claude Code over %s', (_, way) => {
  test('writes what its model calls for, and the version names the call and the program', async ({
    claude,
    store,
  }) => {
    const { id, secret } = await makeKey({ access: 'write', storeIds: [store.id] })
    const asked = await claude(way, secret, write({ path: '/a.md', content: 'one\n' }))
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'one\n' })
    const { items } = await listVersions({ storeId: store.id, limit: 10 })
    expect(items).toMatchObject([{ actorId: id, toolUseId: 'toolu_peer' }])
    expect(items[0]?.client).toMatch(/^claude-code 2\./)
    expect(asked).toContain('Created /a.md')
  })

  test('tells its model what a rule holds, and what somebody else changed', async ({
    claude,
    store,
  }) => {
    const { secret } = await makeKey({ access: 'write', storeIds: [store.id] })
    await putMemory({ storeId: store.id, path: '/a.md', content: 'a person’s\n' }, BY_PERSON)
    const overwrite = write({ path: '/a.md', content: 'an agent’s\n' })
    expect(await claude(way, secret, overwrite)).toContain('is not what you read. A person changed')
    await setRules(store.id, { everything: 'hold' })
    const told = await claude(way, secret, write({ path: '/b.md', content: 'x\n' }))
    expect(told).toContain('Proposed, waits for a person: /b.md is held')
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'a person’s\n' })
  })
})
