import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import type { Access } from '@/lib/auth/access'
import { createApiKey } from '@/lib/auth/api-keys'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { memoryDataIn } from '@/lib/context/memory-data'
import type { Database } from '@/lib/db/database'
import { listObservedSessions } from '@/lib/connect/list-observed-sessions'
import { listClients } from '@/lib/mcp/clients'
import { documentTools } from '@/lib/mcp/tool-definitions'
import { decideProposal } from '@/lib/proposals/decide-proposal'
import { previewProposal } from '@/lib/proposals/preview-proposal'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { updateMemory, createMemory } from '@/lib/store/memories/change-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { addComment } from '@/lib/review/comments/write-comments'
import { examineAll } from '@/lib/review/background/examiner'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { callTool, MODERN } from '@/tests/support/mcp-client'
import { mcpPeers } from '@/tests/support/mcp-peers'

const person = { actor: LOCAL_USER_ACTOR }

const SEVEN = [
  'memory_list',
  'memory_search',
  'memory_read',
  'memory_write',
  'memory_edit',
  'memory_delete',
  'memory_move',
]

/** A server over the database, and clients of it. */
function peersOf(current: () => Database) {
  const serve = mcpPeers(current)
  const setUp = async (names: readonly string[] = ['Agent']) => {
    const { url, storeId, storeIds, connect } = await serve(names)
    const keyFor = async (access: Access) =>
      (await createApiKey(current(), { name: access, access, storeIds: [storeId] })).secret
    const write = (path: string, content: string) =>
      createMemory(current(), { storeId, path, content, cause: person })
    const versions = async () =>
      (await listVersions(current(), { storeId, limit: 100 })).versions.toReversed()
    return { url, storeId, storeIds, connect, keyFor, write, versions }
  }

  const toolsOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
  return { setUp, toolsOf }
}

onBothDatabases((current) => {
  const { setUp } = peersOf(current)

  test('of 50 who expect the same text one writes, and the others are shown what it wrote', async () => {
    const { connect, keyFor, write, versions } = await setUp()
    await write('/a.md', 'base')
    const client = await connect({ key: await keyFor('write') })
    const expected_sha256 = sha256Hex(utf8Bytes('base'))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        callTool(client, 'memory_write', { path: '/a.md', content: `by ${at}`, expected_sha256 }),
      ),
    )
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
    const winner = answers.findIndex(({ isError }) => !isError)
    const lost = answers.filter(({ isError }) => isError)
    expect(lost.every(({ text }) => text.includes(`by ${winner}`))).toBe(true)
    expect(await versions()).toHaveLength(2)
  })
})

onSqlite((current) => {
  const { setUp, toolsOf } = peersOf(current)

  describe.each([
    ['pinned to 2026-07-28', MODERN],
    ['of the revision before', 'legacy'],
    ['that finds out the revision itself', 'auto'],
  ] as const)('a client %s', (_, mode) => {
    test('is given seven tools, and lists, writes, reads, edits, searches, moves and deletes', async () => {
      const { connect, keyFor, versions } = await setUp()
      const client = await connect({ mode, key: await keyFor('write') })
      expect(await toolsOf(client)).toEqual(SEVEN)
      const done = async (name: string, input: Record<string, unknown>) => {
        const answer = await callTool(client, name, input)
        expect(answer).toMatchObject({ isError: false })
        return answer
      }
      await done('memory_write', { path: '/a.md', content: 'one\ntwo\n' })
      const read = await done('memory_read', { path: '/a.md' })
      expect(memoryDataIn(read.text)).toBe('     1\tone\n     2\ttwo')
      expect(read.facts.sha256).toBe(sha256Hex(utf8Bytes('one\ntwo\n')))
      const edited = await done('memory_edit', { path: '/a.md', old_str: 'two', new_str: 'three' })
      expect(edited.facts.sha256).toBe(sha256Hex(utf8Bytes('one\nthree\n')))
      expect((await done('memory_search', { query: 'three' })).text).toContain('/a.md')
      await done('memory_move', { path: '/a.md', new_path: '/b/a.md' })
      expect((await done('memory_list', {})).text).toContain('/b/a.md')
      await done('memory_delete', { path: '/b/a.md' })
      expect((await versions()).map(({ operation }) => operation)).toEqual([
        'created',
        'modified',
        'modified',
        'deleted',
      ])
    })
  })

  describe('what a version keeps of its author', () => {
    test('is the key, the tool use and the program; and the session that the bridge names', async () => {
      const { connect, keyFor, versions } = await setUp()
      const headers = { 'palimpsest-session': 'b7c1-outer' }
      const client = await connect({ key: await keyFor('write'), headers })
      await callTool(client, 'memory_write', { path: '/a.md', content: 'x' }, 'toolu_01')
      expect(await versions()).toMatchObject([
        {
          createdBy: { type: 'api_key' },
          toolUseId: 'toolu_01',
          client: 'peer 1.2',
          sessionId: 'b7c1-outer',
        },
      ])
    })

    test('includes the program of the revision before, which names itself once', async () => {
      const { connect, keyFor, versions } = await setUp()
      const client = await connect({ mode: 'legacy', key: await keyFor('write') })
      await callTool(client, 'memory_write', { path: '/a.md', content: 'x' })
      expect(await versions()).toMatchObject([{ client: 'peer 1.2' }])
      const [known] = await listClients(current(), 1)
      expect(known).toMatchObject({ name: 'peer', version: '1.2', calls: 1 })
    })
  })

  describe('what is written is reviewed', () => {
    const changesets = async (storeId: string) =>
      (await listChangesets(current(), { storeId, limit: 9 })).changesets.map(
        ({ changeCount }) => changeCount,
      )

    test('by program and connection with one key, as far as they are told apart', async () => {
      const { connect, keyFor, storeId } = await setUp()
      const key = await keyFor('write')
      const one = await connect({ key, program: 'one' })
      const other = await connect({ key, program: 'other' })
      const [first, second] = [
        await connect({ key, mode: 'legacy' }),
        await connect({ key, mode: 'legacy' }),
      ]
      for (const [at, client] of [one, one, other, first, second, first].entries()) {
        await callTool(client, 'memory_write', { path: `/${at}.md`, content: 'x' })
      }
      expect((await changesets(storeId)).toSorted()).toEqual([1, 1, 2, 2])
    })

    test('by session, if a hook told of the call before it was made', async () => {
      const { url, connect, keyFor, storeId } = await setUp()
      const client = await connect({ key: await keyFor('write') })
      const told = async (hook: string, session: string, toolUseId: string) => {
        const body = {
          hook_event_name: hook,
          session_id: session,
          cwd: '/work/lighthouse',
          tool_name: 'mcp__palimpsest__memory_write',
          tool_use_id: toolUseId,
        }
        const answer = await fetch(`${url}/v1/hooks/claude-code`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
        expect(answer.status).toBe(200)
      }
      for (const [at, session] of ['one', 'other', 'one'].entries()) {
        await told('PreToolUse', session, `toolu_${at}`)
        const input = { path: `/${at}.md`, content: 'x' }
        await callTool(client, 'memory_write', input, `toolu_${at}`)
        await told('PostToolUse', session, `toolu_${at}`)
      }
      expect((await changesets(storeId)).toSorted()).toEqual([1, 2])
      expect(await listObservedSessions(current(), { limit: 9 })).toMatchObject([
        { outerId: 'one', changeCount: 2 },
        { outerId: 'other', changeCount: 1 },
      ])
    })
  })

  describe('keys', () => {
    test('that only read are shown no tool that writes, and are refused one', async () => {
      const { connect, keyFor, versions } = await setUp()
      const client = await connect({ key: await keyFor('read') })
      expect(await toolsOf(client)).toEqual(['memory_list', 'memory_search', 'memory_read'])
      const answer = await callTool(client, 'memory_write', { path: '/a.md', content: 'x' })
      expect(answer).toMatchObject({ isError: true })
      expect(answer.text).toContain('does not allow')
      expect(await versions()).toEqual([])
    })

    test.each([
      ['read', 3],
      ['write', 7],
      ['review', 7],
      ['admin', 7],
    ] as const)(
      'with access %s are shown %i tools, of which none decides',
      async (access, count) => {
        const { connect, keyFor } = await setUp()
        const names = await toolsOf(await connect({ key: await keyFor(access) }))
        expect(names).toEqual(SEVEN.slice(0, count))
      },
    )

    test('see the stores that they are limited to, and no others', async () => {
      const { connect, keyFor, storeIds } = await setUp(['Mine', 'Other'])
      const client = await connect({ key: await keyFor('write') })
      const { tools } = await client.listTools()
      expect(client.getInstructions()).toContain('The store is mine.')
      expect(client.getInstructions()).not.toContain('other')
      const wrong = await callTool(client, 'memory_list', { store: 'other' })
      expect(wrong).toMatchObject({ isError: true })
      expect(wrong.text).not.toContain(storeIds[1])
      expect(tools).toHaveLength(7)
    })

    test('search all stores that they see, and no others, where none is named', async () => {
      const { connect, keyFor, write, storeIds } = await setUp(['Mine', 'Other'])
      await write('/a.md', 'tea at four')
      const [, storeId = ''] = storeIds
      const cause = { actor: LOCAL_USER_ACTOR }
      await createMemory(current(), { storeId, path: '/b.md', content: 'tea at five', cause })
      const search = async (key: string) =>
        (await callTool(await connect({ key }), 'memory_search', { query: 'tea at' })).text
      const all = await createApiKey(current(), { name: 'all', access: 'read', storeIds: null })
      expect(memoryDataIn(await search(all.secret))).toBe(
        'In the store mine:\n/a.md\n  1: tea at four\nIn the store other:\n/b.md\n  1: tea at five',
      )
      expect(await search(await keyFor('read'))).not.toContain('/b.md')
    })

    test('that are not valid are challenged; that reach no memory are told what is missing', async () => {
      const { url, keyFor } = await setUp()
      const ask = async (key: string) => {
        const answer = await fetch(`${url}/mcp`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: '{}',
        })
        return [answer.status, answer.headers.get('www-authenticate')]
      }
      expect(await ask('plk_nobody')).toEqual([
        401,
        expect.stringMatching(/^Bearer .*invalid_token/),
      ])
      expect(await ask(await keyFor('metrics'))).toEqual([
        403,
        expect.stringMatching(/^Bearer .*insufficient_scope/),
      ])
    })
  })

  test('a page of another origin is refused, and so is another host name', async () => {
    const { url } = await setUp()
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { origin: 'http://evil.example', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(403)
  })

  describe('a memory that somebody else changed', () => {
    test('is not overwritten unread: the answer shows what it holds, and who wrote that', async () => {
      const { connect, keyFor, write } = await setUp()
      await write('/a.md', 'a person’s\n')
      const client = await connect({ key: await keyFor('write') })
      const mine = { path: '/a.md', content: 'an agent’s' }
      const refused = await callTool(client, 'memory_write', mine)
      expect(refused.isError).toBe(true)
      expect(refused.text).toContain('a person’s')
      expect(refused.text).toContain('A person changed it')
      // Now it was read.
      expect(await callTool(client, 'memory_write', mine)).toMatchObject({ isError: false })
    })
  })

  test('a write that a policy holds is answered at once: proposed, waits for a person', async () => {
    const { url, connect, keyFor, storeId, write, versions } = await setUp()
    await write('/a.md', 'one two')
    const saved = await fetch(`${url}/v1/memory_stores/${storeId}/review_policy`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await keyFor('review')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ revision: 0, rules: [{ action: 'hold' }] }),
    })
    expect(saved.status).toBe(200)
    const client = await connect({ key: await keyFor('write') })
    const wanted: [string, Record<string, unknown>][] = [
      ['memory_write', { path: '/b.md', content: 'x' }],
      ['memory_edit', { path: '/a.md', old_str: 'two', new_str: 'three' }],
      ['memory_move', { path: '/a.md', new_path: '/c.md' }],
    ]
    for (const [name, input] of wanted) {
      const held = await callTool(client, name, input)
      expect(held.isError).toBe(true)
      expect(held.text).toMatch(/^Proposed, waits for a person: .*prop_/)
    }
    expect(await versions()).toHaveLength(1)
    const waiting = await listProposals(current(), { storeId, limit: 10 })
    for (const proposal of waiting.toReversed()) {
      const { shown } = await previewProposal(current(), proposal)
      const decision = { result: 'allow' as const, shown }
      await decideProposal(current(), { proposalId: proposal.id, decision, by: LOCAL_USER_ACTOR })
    }
    expect((await versions()).map(({ path }) => path)).toEqual(['/a.md', '/b.md', '/a.md', '/c.md'])
    // What was allowed stands where it waited.
    const { changesets } = await listChangesets(current(), { storeId, limit: 9 })
    expect(changesets.map(({ id }) => id)).toEqual([waiting[0]?.changesetId])
  })

  test('a long memory is read in parts, each within 20,000 characters', async () => {
    const { connect, keyFor, write } = await setUp()
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of a long memory`)
    await write('/long.md', `${lines.join('\n')}\n`)
    const client = await connect({ key: await keyFor('read') })
    const read: string[] = []
    for (let from: unknown = 1; from !== undefined;) {
      const part = await callTool(client, 'memory_read', { path: '/long.md', from_line: from })
      expect(part.text.length).toBeLessThanOrEqual(20_000)
      read.push(
        ...memoryDataIn(part.text)
          .split('\n')
          .map((line) => line.slice(7)),
      )
      from = part.facts.next_line
    }
    expect(read).toEqual(lines)
  })

  test('?tools=memory serves one tool that answers as the memory tool does', async () => {
    const { connect, keyFor } = await setUp()
    const client = await connect({ key: await keyFor('write'), query: '?tools=memory' })
    expect(await toolsOf(client)).toEqual(['memory'])
    const create = { command: 'create', path: '/memories/a.md', file_text: 'x' }
    const made = await callTool(client, 'memory', create)
    expect(made.text).toBe('File created successfully at: /memories/a.md')
    const again = await callTool(client, 'memory', create)
    expect(again).toMatchObject({
      isError: true,
      text: 'Error: File /memories/a.md already exists',
    })
  })

  test('?tools=memory tells who only reads of the command that reads', async () => {
    const { connect, keyFor } = await setUp()
    const client = await connect({ key: await keyFor('read'), query: '?tools=memory' })
    const [tool] = (await client.listTools()).tools
    expect(tool?.inputSchema.properties?.command).toMatchObject({ enum: ['view'] })
    expect(tool?.description).not.toContain('create')
    const create = { command: 'create', path: '/memories/a.md', file_text: 'x' }
    expect(await callTool(client, 'memory', create)).toMatchObject({
      isError: true,
      text: 'Error: /memories/a.md is read-only',
    })
  })

  describe('what a person asks to be fixed', () => {
    const asked = async () => {
      const set = await setUp()
      const { versionId } = await set.write('/a.md', 'one\ntwo\n')
      const commentId = await addComment(current(), {
        storeId: set.storeId,
        versionId,
        lines: { from: 2, to: 2 },
        disposition: 'fix',
        text: 'Write three here.',
        by: LOCAL_USER_ACTOR,
      })
      return { ...set, commentId }
    }
    const REQUEST = /person who reviews your memory[^]*\/a\.md, line 2:\n {2}Write three here\./

    test('is told below the answers about its memory, as that person’s request, until it is done', async () => {
      const { connect, keyFor, write } = await asked()
      await write('/b.md', 'b')
      const client = await connect({ key: await keyFor('write') })
      const call = async (name: string, input: object) =>
        (await callTool(client, name, { ...input })).text
      expect(await call('memory_read', { path: '/a.md' })).toMatch(REQUEST)
      expect(await call('memory_read', { path: '/b.md' })).not.toMatch(REQUEST)
      const beside = { path: '/a.md', old_str: 'one', new_str: 'ONE' }
      expect(await call('memory_edit', beside)).toMatch(REQUEST)
      const fix = { path: '/a.md', old_str: 'two', new_str: 'three' }
      expect(await call('memory_edit', fix)).not.toMatch(REQUEST)
      await examineAll(current())
      expect(await call('memory_read', { path: '/a.md' })).not.toMatch(REQUEST)
    })

    test('is a text of its own where answers are the memory tool’s to the letter', async () => {
      const { connect, keyFor } = await asked()
      const client = await connect({ key: await keyFor('write'), query: '?tools=memory' })
      const view = { command: 'view', path: '/memories/a.md' }
      const { content } = await client.callTool({ name: 'memory', arguments: view })
      expect(content).toMatchObject([
        { text: expect.stringMatching(/\ttwo$/) as string },
        { text: expect.stringMatching(/\/memories\/a\.md, line 2:/) as string },
      ])
    })

    test('is not told of a memory in quarantine, which agents could not change', async () => {
      const { connect, keyFor, storeId } = await asked()
      const memory = await memoryAt(current(), storeId, '/a.md')
      const memoryId = memory?.id ?? ''
      await updateMemory(current(), { storeId, memoryId, content: 'bad\ntwo\n', cause: person })
      await quarantineMemory(current(), { storeId, memoryId, reason: 'bad', cause: person })
      const client = await connect({ key: await keyFor('write') })
      const { text } = await callTool(client, 'memory_read', { path: '/a.md' })
      expect(text).toContain('one')
      expect(text).not.toMatch(REQUEST)
    })

    test('is not told to who may not write there', async () => {
      const { connect, keyFor } = await asked()
      const client = await connect({ key: await keyFor('read') })
      const { text } = await callTool(client, 'memory_read', { path: '/a.md' })
      expect(text).not.toMatch(REQUEST)
    })
  })

  test('?store= pins one store and takes the argument away', async () => {
    const { url, connect, storeId } = await setUp(['First', 'Second'])
    const client = await connect({ query: `?store=${storeId}` })
    const { tools } = await client.listTools()
    expect(
      tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})),
    ).not.toContain('store')
    expect((await callTool(client, 'memory_list', {})).text).toBe('No documents at /')
    await expect(connect({ url, query: '?store=nowhere' })).rejects.toThrow()
  })
})

test('the seven tools take fewer than 1,500 tokens together', () => {
  const tools = documentTools({ mayWrite: true, namesStore: true })
  expect(estimatedTokens(JSON.stringify(tools))).toBeLessThan(1_500)
})
