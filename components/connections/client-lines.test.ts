import { describe, expect, test } from 'vitest'
import { CLIENTS, linesFor, type Server } from './client-lines'

const PROGRAM = '/opt/our tools/bin/palimpsest.mjs'

const server: Server = { address: 'http://127.0.0.1:3000', command: ['node', PROGRAM] }

const textsFor = (...given: Parameters<typeof linesFor>) =>
  linesFor(...given).map(({ text }) => text)

describe('the lines that connect a client', () => {
  test.each(CLIENTS)(
    'of %s name the address or the program, and the key if there is one',
    (name) => {
      for (const { way, text } of linesFor(name, server, null, null)) {
        expect(text).toContain(way === 'HTTP' ? 'http://127.0.0.1:3000/mcp' : PROGRAM)
        expect(text).toContain('http://127.0.0.1:3000')
        expect(text).not.toMatch(/Bearer|KEY/)
      }
      for (const { way, text } of linesFor(name, server, 'plk_x', null)) {
        expect(text).toMatch(way === 'HTTP' ? /Bearer plk_x/ : /PALIMPSEST_KEY.*plk_x/)
      }
    },
  )

  test('are commands that a shell takes as they are', () => {
    expect(textsFor('claude', server, 'plk_x', null).slice(0, 2)).toEqual([
      "claude mcp add --transport http palimpsest http://127.0.0.1:3000/mcp --header 'Authorization: Bearer plk_x'",
      "claude mcp add palimpsest --env PALIMPSEST_URL=http://127.0.0.1:3000 --env PALIMPSEST_KEY=plk_x -- node '/opt/our tools/bin/palimpsest.mjs' mcp",
    ])
  })

  test('name the package where the server runs from one', () => {
    const packed: Server = { ...server, command: ['npx', '-y', 'palimpsest'] }
    expect(textsFor('claude', packed, null, null).slice(1)).toEqual([
      'claude mcp add palimpsest --env PALIMPSEST_URL=http://127.0.0.1:3000 -- npx -y palimpsest mcp',
      '{"mcpServers":{"palimpsest":{"command":"npx","args":["-y","palimpsest","mcp"],"env":{"PALIMPSEST_URL":"http://127.0.0.1:3000"}}}}',
    ])
  })

  test('name the one store that is served, if one is chosen', () => {
    const [http, bridge, desktop] = textsFor('claude', server, null, 'memstore_1')
    expect(http).toBe(
      "claude mcp add --transport http palimpsest 'http://127.0.0.1:3000/mcp?store=memstore_1'",
    )
    expect(bridge).toMatch(/ mcp --store memstore_1$/)
    expect(desktop).toContain('"mcp","--store","memstore_1"')
    for (const client of CLIENTS) {
      for (const text of textsFor(client, server, 'plk_x', 'memstore_1')) {
        expect(text).toContain('memstore_1')
      }
    }
  })

  test('say which file they belong in', () => {
    const [, , desktop] = linesFor('claude', server, null, null)
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
    const [, codex] = linesFor('other', server, null, null)
    expect(codex?.file).toBe('~/.codex/config.toml')
    expect(codex?.text).toBe('[mcp_servers.palimpsest]\nurl = "http://127.0.0.1:3000/mcp"')
  })
})
