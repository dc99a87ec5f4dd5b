import { describe, expect, test } from 'vitest'
import { CLIENTS, httpLines, stdioLines } from './client-lines'

const server = { address: 'http://127.0.0.1:3000', program: '/opt/our tools/bin/palimpsest.mjs' }

describe('the lines that connect a client', () => {
  test('over HTTP name the address, and the key if there is one', () => {
    for (const client of CLIENTS.filter((each) => each !== 'desktop')) {
      expect(httpLines(client, server, null)?.text).toContain('http://127.0.0.1:3000/mcp')
      expect(httpLines(client, server, null)?.text).not.toContain('Bearer')
      expect(httpLines(client, server, 'plk_x')?.text).toContain('Bearer plk_x')
    }
  })

  test('are commands that a shell takes as they are', () => {
    expect(httpLines('claude-code', server, 'plk_x')?.text).toBe(
      "claude mcp add --transport http palimpsest http://127.0.0.1:3000/mcp --header 'Authorization: Bearer plk_x'",
    )
    expect(stdioLines('claude-code', server, null)?.text).toBe(
      "claude mcp add palimpsest -- node '/opt/our tools/bin/palimpsest.mjs' mcp",
    )
  })

  test('say which file they belong in', () => {
    expect(httpLines('cursor', server, null)?.file).toBe('~/.cursor/mcp.json')
    expect(httpLines('codex', server, null)?.text).toBe(
      '[mcp_servers.palimpsest]\nurl = "http://127.0.0.1:3000/mcp"',
    )
    const desktop = stdioLines('desktop', server, 'plk_x')
    expect(JSON.parse(desktop?.text ?? '')).toEqual({
      mcpServers: {
        palimpsest: {
          command: 'node',
          args: [server.program, 'mcp'],
          env: { PALIMPSEST_KEY: 'plk_x' },
        },
      },
    })
  })
})
