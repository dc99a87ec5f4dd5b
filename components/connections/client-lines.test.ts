import { describe, expect, test } from 'vitest'
import { CLIENT_NAMES, linesFor, type Server } from './client-lines'

const PROGRAM = '/opt/our tools/bin/palimpsest.mjs'

const server: Server = { address: 'http://127.0.0.1:3000', program: ['node', PROGRAM] }

const NONE = { key: null, storeId: null }

describe('the lines that connect a client', () => {
  test.each(CLIENT_NAMES)(
    'of %s name the address or the program, the key if there is one, and the store if one is chosen',
    (client) => {
      for (const { way, text } of linesFor(client, server, NONE)) {
        const called = {
          HTTP: 'http://127.0.0.1:3000/mcp',
          API: 'http://127.0.0.1:3000',
          stdio: PROGRAM,
        }
        expect(text).toContain(called[way])
        expect(text).not.toMatch(way === 'API' ? /Bearer|_KEY|memstore/ : /Bearer|_KEY|store/)
      }
      for (const { way, text } of linesFor(client, server, {
        key: 'plk_x',
        storeId: 'memstore_1',
      })) {
        const held = { HTTP: /Bearer plk_x/, API: /plk_x/, stdio: /PALIMPSEST_KEY.*plk_x/ }
        expect(text).toMatch(held[way])
        expect(text).toContain('memstore_1')
      }
      // Not every key may make a store.
      const [best] = linesFor(client, server, { key: 'plk_x', storeId: null })
      expect(best?.text).not.toMatch(/create|content-type/)
    },
  )

  test('are commands that a shell takes as they are', () => {
    const given = { key: 'plk_x', storeId: 'memstore_1' }
    expect(linesFor('claude_code', server, given).map(({ text }) => text)).toEqual([
      "claude mcp add --transport http palimpsest 'http://127.0.0.1:3000/mcp?store=memstore_1' --header 'Authorization: Bearer plk_x'",
      "claude mcp add palimpsest --env PALIMPSEST_URL=http://127.0.0.1:3000 --env PALIMPSEST_KEY=plk_x -- node '/opt/our tools/bin/palimpsest.mjs' mcp --store memstore_1",
    ])
  })

  test('are what the file holds that they belong in', () => {
    const [desktop] = linesFor('claude_desktop', server, NONE)
    expect(desktop?.file).toBe('claude_desktop_config.json')
    expect(JSON.parse(desktop?.text ?? '')).toEqual({
      mcpServers: {
        palimpsest: {
          command: 'node',
          args: [PROGRAM, 'mcp'],
          env: { PALIMPSEST_URL: 'http://127.0.0.1:3000' },
        },
      },
    })
    const [codex] = linesFor('codex', server, NONE)
    expect(codex).toMatchObject({
      file: '~/.codex/config.toml',
      text: '[mcp_servers.palimpsest]\nurl = "http://127.0.0.1:3000/mcp"',
    })
  })
})
