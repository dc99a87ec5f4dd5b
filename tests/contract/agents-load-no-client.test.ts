import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { runsFinished } from '@/lib/agent/run-sessions'
import { hashOf } from '@/lib/auth/api-keys'
import { SECRET_PREFIX } from '@/lib/auth/presented-key'
import { startConnections } from '@/lib/connect/background/work-connections'
import type { Database } from '@/lib/db/database'
import { scanByNewRules } from '@/lib/review/background/scan-by-new-rules'
import { compactionFinished, startCompaction } from '@/lib/store/background/compaction'
import { takeOverAtBoot } from '@/lib/store/background/resume-work'
import { onBothDatabases } from '@/tests/support/databases'
import { callTool } from '@/tests/support/mcp-client'
import { mcpPeers } from '@/tests/support/mcp-peers'
import { folderWith } from '@/tests/support/watched-folder'

/**
 * Prisma's client takes memory and a second of processor once it is loaded. A server that only
 * agents call never loads it: here the module of each engine's client cannot be loaded at all.
 */
vi.mock('@/lib/db/sqlite-client', () => {
  throw new Error('an agent’s call asked Prisma’s client')
})
vi.mock('@/lib/db/postgresql-client', () => {
  throw new Error('an agent’s call asked Prisma’s client')
})

// The settings are read when they are asked for first.
vi.stubEnv('WATCH_ROOTS', tmpdir())

interface CreatedMemory {
  id: string
  memory_version_id: string
}

onBothDatabases((current) => {
  const serve = mcpPeers(current)

  const setUp = async () => {
    const { url, connect, storeId } = await serve(['Agent'])
    const secret = await agentsKey(current())
    const call = async <T = CreatedMemory>(
      way: string,
      address: string,
      body?: object,
    ): Promise<T> => {
      const response = await fetch(`${url}/v1${address}`, {
        method: way,
        headers: { 'x-api-key': secret, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      expect(response.status, `${way} ${address}: ${text}`).toBe(200)
      return JSON.parse(text) as T
    }
    return { call, connect, secret, storeId }
  }

  test('what asks the client here is an error', async () => {
    await expect(current().prisma.apiKey.count()).rejects.toThrow()
  })

  test('stores, memories and their versions are written and read', async () => {
    const { call } = await setUp()
    const { id } = await call('POST', '/memory_stores', { name: 'Another' })
    const store = `/memory_stores/${id}`
    await call('GET', '/memory_stores?limit=5')
    await call('GET', store)
    await call('POST', store, { description: 'What the agent knows' })
    const made = await call('POST', `${store}/memories`, { path: '/a/b.md', content: 'one\n' })
    const memory = `${store}/memories/${made.id}`
    await call('GET', memory)
    await call('POST', memory, { content: 'two\n', path: '/a/c.md' })
    await call('GET', `${store}/memories?path_prefix=/&depth=1`)
    await call('GET', `${store}/memory_versions`)
    await call('GET', `${store}/memory_versions/${made.memory_version_id}`)
    await call('GET', `${store}/search?q=two`)
    await call('DELETE', memory)
    await call('POST', `${store}/archive`)
  })

  test('the memory tool reads and writes, also where a reviewer asks for a fix', async () => {
    const { call, storeId } = await setUp()
    const tool = async (command: object) => {
      const address = `/memory_stores/${storeId}/memory_tool`
      const result = await call<{ is_error: boolean; content: string }>('POST', address, command)
      expect(result.is_error, result.content).toBe(false)
      return result.content
    }
    const path = '/memories/notes.md'
    await tool({ command: 'view', path: '/memories' })
    await tool({ command: 'create', path, file_text: 'one\ntwo\n' })
    await askForFix(current(), storeId)
    expect(await tool({ command: 'view', path })).toContain('Say it shorter')
    await tool({ command: 'str_replace', path, old_str: 'one', new_str: 'three' })
    await tool({ command: 'insert', path, insert_line: 1, insert_text: 'four\n' })
    await tool({ command: 'rename', old_path: path, new_path: '/memories/kept.md' })
    await tool({ command: 'delete', path: '/memories/kept.md' })
  })

  test('the tools of MCP read and write', async () => {
    const { connect, secret } = await setUp()
    const client = await connect({ key: secret })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('memory_write')
    const run = async (name: string, input: Record<string, unknown>) =>
      expect(await callTool(client, name, input)).toMatchObject({ isError: false })
    await run('memory_write', { path: '/a.md', content: 'one\n' })
    await run('memory_list', {})
    await run('memory_read', { path: '/a.md' })
    await run('memory_search', { query: 'one' })
    await run('memory_delete', { path: '/a.md' })
  })

  test('a session is opened, answered, read and deleted by a program', async () => {
    const { call, storeId } = await setUp()
    const { id } = await call('POST', '/sessions', {
      agent: 'practice-agent',
      environment_id: 'env_local',
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
    })
    const session = `/sessions/${id}`
    const content = [{ type: 'text', text: 'Remember that the release is on Friday' }]
    await call('POST', `${session}/events`, { events: [{ type: 'user.message', content }] })
    await runsFinished()
    const { data } = await call<{ data: { type: string }[] }>('GET', `${session}/events`)
    const types = data.map(({ type }) => type)
    expect(types).toContain('agent.tool_result')
    expect(types).not.toContain('session.error')
    await call('GET', '/sessions')
    await call('POST', session, { title: 'Releases' })
    await call('POST', `${session}/archive`)
    await call('DELETE', session)
  })

  test('Claude Code’s hooks are answered', async () => {
    const { call } = await setUp()
    const hook = { session_id: 'a', cwd: '/tmp', tool_name: 'Write', tool_use_id: 'toolu_1' }
    const tool_input = { file_path: '/tmp/a.md', content: 'one\n' }
    await call('POST', '/hooks/claude-code', { ...hook, hook_event_name: 'PreToolUse', tool_input })
  })

  test('a watched folder that can be read again is followed', async () => {
    const { storeId } = await setUp()
    const root = folderWith({ '/a.md': 'one\n' })
    await watch(current(), storeId, root)
    const stop = startConnections(current())
    try {
      const isTakenIn = () =>
        current().read.get("SELECT 1 AS one FROM memories WHERE path = '/a.md'")
      await expect.poll(isTakenIn).toBeDefined()
    } finally {
      await stop()
      rmSync(root, { recursive: true })
    }
  })

  test('the server takes up its work after a start', async () => {
    await takeOverAtBoot(current())
  })

  test('a store is scanned by new rules, and the database is compacted', async () => {
    const { call, storeId } = await setUp()
    const body = { path: '/a.md', content: 'one\n' }
    await call('POST', `/memory_stores/${storeId}/memories`, body)
    await scanByNewRules(current())
    await startCompaction(current())
    await compactionFinished(current())
    const states = await current().read.all('SELECT kind, state, error FROM jobs ORDER BY key')
    expect(states).toEqual([
      { kind: 'scan', state: 'done', error: null },
      { kind: 'compaction', state: 'done', error: null },
    ])
  })
})

/** A key of an agent; making one is what people do. */
async function agentsKey(db: Database): Promise<string> {
  const secret = `${SECRET_PREFIX}${randomUUID()}`
  await db.write((tx) =>
    tx.run(
      `INSERT INTO api_keys (id, name, secret_hash, access, purpose, created_at)
       VALUES (?, 'Agent', ?, 'admin', 'agent', 0)`,
      [`apikey_${randomUUID()}`, hashOf(secret)],
    ),
  )
  return secret
}

/** Connecting a folder is what people do, too; this one could not be read for a while. */
async function watch(db: Database, storeId: string, root: string): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `INSERT INTO connections (id, store_key, kind, preset, location, state, problem, seeded_at,
         actor_type, actor_id, created_at)
       SELECT 'conn_a', s.key, 'folder', 'folder', CAST(? AS TEXT), 'problem',
         'folder_not_readable', 0, 'user', 'user_a', 0
       FROM memory_stores s WHERE s.id = ?`,
      [root, storeId],
    ),
  )
}

/** Commenting is what people do, too. */
async function askForFix(db: Database, storeId: string): Promise<void> {
  await db.write(async (tx) => {
    const comment = await tx.get<{ key: number; store_key: number }>(
      `INSERT INTO comments (id, store_key, memory_key, version_sequence, from_line, to_line,
         disposition, asked_sequence, actor_type, actor_id, created_at)
       SELECT 'comment_a', m.store_key, m.key, m.head_sequence, 1, 1, 'fix', m.head_sequence,
         'user', 'user_a', 0
       FROM memories m JOIN memory_stores s ON s.key = m.store_key WHERE s.id = ?
       RETURNING key, store_key`,
      [storeId],
    )
    await tx.run(
      `INSERT INTO comment_remarks (id, comment_key, store_key, text, actor_type, actor_id, created_at)
       VALUES ('remark_a', ?, ?, 'Say it shorter', 'user', 'user_a', 0)`,
      [comment?.key ?? 0, comment?.store_key ?? 0],
    )
  })
}
