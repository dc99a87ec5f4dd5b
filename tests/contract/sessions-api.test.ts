import Anthropic from '@anthropic-ai/sdk'
import type { SessionCreateParams } from '@anthropic-ai/sdk/resources/beta/sessions'
import { afterAll, describe, expect, test } from 'vitest'
import { runsFinished } from '@/lib/agent/run-sessions'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { createStore, archiveStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { modelServer } from '@/tests/support/model-server'
import { memory, type ModelServer, say } from '@/tests/support/scripted-model-server'
import { summaryOf } from '@/tests/support/summaries'

const models = modelServer()

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `api-${++names}`
  models.script(model, steps)
  return model
}

/** Fields beyond the standard, which the SDK passes on without types. */
const ours = (palimpsest: object): object => ({ palimpsest })

const message = (text: string) => ({
  type: 'user.message' as const,
  content: [{ type: 'text' as const, text }],
})

function apiOn(current: () => Database) {
  let server: TestServer | undefined
  const client = async (apiKey = 'local') => {
    server ??= await serveApi(current())
    return new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 }).beta
  }
  afterAll(() => server?.close())

  const opened = async (model: string, more: Partial<SessionCreateParams> = {}) => {
    const { sessions } = await client()
    const store = await createStore(current(), { name: 'Team notes', description: 'What we know' })
    const session = await sessions.create({
      agent: model,
      environment_id: 'env_anything',
      resources: [{ type: 'memory_store', memory_store_id: store.id }],
      ...more,
    })
    return { sessions, store, session }
  }

  return { client, opened }
}

// What depends on the database: listings, pages, streams, resuming.
onBothDatabases((current) => {
  const { opened } = apiOn(current)

  describe('sessions with the official SDK', () => {
    test('are read, listed page by page, changed, archived and deleted', async () => {
      const { sessions, session, store } = await opened('some-model')
      const second = await sessions.create({ agent: 'other', environment_id: 'env_x' })
      expect((await sessions.retrieve(session.id)).id).toBe(session.id)
      const listed: string[] = []
      for await (const each of sessions.list({ limit: 1 })) listed.push(each.id)
      expect(listed).toEqual([second.id, session.id])
      expect((await sessions.list({ memory_store_id: store.id })).data.map(({ id }) => id)).toEqual(
        [session.id],
      )
      expect((await sessions.update(session.id, { title: 'Renamed' })).title).toBe('Renamed')
      const archived = await sessions.archive(session.id)
      expect(archived.archived_at).not.toBeNull()
      expect(archived.status).toBe('terminated')
      await expect(sessions.events.send(session.id, { events: [message('Hi')] })).rejects.toThrow(
        'archived',
      )
      expect((await sessions.list()).data.map(({ id }) => id)).toEqual([second.id])
      expect(await sessions.delete(session.id)).toEqual({ id: session.id, type: 'session_deleted' })
      await expect(sessions.retrieve(session.id)).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    })

    test('without a title are called by the first line that they are sent', async () => {
      const { sessions, session } = await opened(
        modelOf({ parts: [say('In the cupboard.')] }, { parts: [say('Gladly.')] }),
      )
      expect(session.title).toBeNull()
      const events = [message('Where is the tea?\nSay it shortly.')]
      await sessions.events.send(session.id, { events })
      expect((await sessions.retrieve(session.id)).title).toBe('Where is the tea?')
      await sessions.update(session.id, { title: 'Tea' })
      await sessions.events.send(session.id, { events: [message('Thanks')] })
      expect((await sessions.retrieve(session.id)).title).toBe('Tea')
    })

    test('are driven by events: sent, streamed and listed', async () => {
      const model = modelOf(
        { parts: [memory({ command: 'create', path: '/memories/a.md', file_text: 'x' })] },
        { parts: [say('Written.')] },
      )
      const { sessions, session } = await opened(model)
      const stream = await sessions.events.stream(session.id)
      const { data: sent } = await sessions.events.send(session.id, { events: [message('Go')] })
      const seen: string[] = []
      for await (const event of stream) {
        seen.push(event.type)
        if (event.type === 'session.status_idle') break
      }
      const listed = []
      for await (const event of sessions.events.list(session.id, { limit: 3 })) listed.push(event)
      expect(listed.map(({ type }) => type)).toEqual(seen)
      expect(seen.filter((type) => !type.startsWith('span.'))).toEqual([
        'user.message',
        'session.status_running',
        'agent.tool_use',
        'agent.tool_result',
        'agent.message',
        'session.status_idle',
      ])
      expect(sent?.[0]?.id).toBe(listed[0]?.id)
      const use = listed.find(({ type }) => type === 'agent.tool_use')
      const result = listed.find(({ type }) => type === 'agent.tool_result')
      expect(result).toMatchObject({ tool_use_id: use?.id, is_error: false })
      expect(listed.find(({ type }) => type === 'span.model_request_end')).toMatchObject({
        is_error: false,
        model_usage: { input_tokens: 0 },
      })
    })

    test('are resumed after a number', async () => {
      const { sessions, session } = await opened(modelOf({ parts: [say('Hi.')] }))
      await sessions.events.send(session.id, { events: [message('Hello')] })
      await runsFinished()
      const all = (await sessions.events.list(session.id)).data
      const stream = await sessions.events.stream(
        session.id,
        {},
        { headers: { 'Last-Event-ID': '2' } },
      )
      const replayed: string[] = []
      for await (const event of stream) {
        if ('id' in event) replayed.push(event.id)
        if (event.type === 'session.status_idle') break
      }
      expect(replayed).toEqual(all.slice(2).map(({ id }) => id))
    })

    test('are listed, and their events, by creation time, to the millisecond', async () => {
      const { sessions, session } = await opened(modelOf({ parts: [say('Hi.')] }))
      await sessions.events.send(session.id, { events: [message('Hello')] })
      await runsFinished()
      // Distinct times, so that each lies on a bound.
      const times = [1_000, 2_000, 3_000]
      const made = [session.id]
      while (made.length < times.length) {
        made.push((await sessions.create({ agent: 'm', environment_id: 'e' })).id)
      }
      const all = (await sessions.events.list(session.id)).data
      await current().write(async (tx) => {
        for (const [index, time] of times.entries()) {
          await tx.run('UPDATE sessions SET created_at = ? WHERE id = ?', [time, made[index] ?? ''])
          const event = all[index]
          const id = event && 'id' in event ? event.id : ''
          await tx.run('UPDATE session_events SET created_at = ? WHERE id = ?', [time, id])
        }
      })
      const at = (milliseconds: number) => new Date(milliseconds).toISOString()
      const ranges = [
        [{ 'created_at[gt]': at(1_000), 'created_at[lt]': at(3_000) }, [1]],
        [{ 'created_at[gte]': at(1_000), 'created_at[lt]': at(3_000) }, [0, 1]],
        [{ 'created_at[gt]': at(1_000), 'created_at[lte]': at(3_000) }, [1, 2]],
        [{ 'created_at[lte]': at(3_000) }, [0, 1, 2]],
        [{ 'created_at[gt]': at(1_999), 'created_at[lt]': at(2_001) }, [1]],
        [
          {
            'created_at[gte]': at(1_000),
            'created_at[gt]': at(2_000),
            'created_at[lte]': at(3_000),
          },
          [2],
        ],
        [{ 'created_at[gt]': at(2_000), 'created_at[lt]': at(2_001) }, []],
      ] as const
      for (const [range, expected] of ranges) {
        const listed = await sessions.list({ ...range, order: 'asc' })
        expect(listed.data.map(({ id }) => made.indexOf(id))).toEqual(expected)
        const events = await sessions.events.list(session.id, range)
        expect(events.data.map(({ id }) => all.findIndex((event) => event.id === id))).toEqual(
          expected,
        )
      }
      for (const name of ['gt', 'gte', 'lt', 'lte']) {
        const soon = { [`created_at[${name}]`]: 'soon' }
        const why = `created_at[${name}]: must be a time as RFC 3339 writes it`
        await expect(sessions.list(soon)).rejects.toThrow(why)
        await expect(sessions.events.list(session.id, soon)).rejects.toThrow(why)
      }
    })

    test('announce that a stream ends because the session was deleted', async () => {
      const { sessions, session } = await opened('some-model')
      const stream = await sessions.events.stream(session.id)
      await sessions.delete(session.id)
      const seen: string[] = []
      for await (const event of stream) seen.push(event.type)
      expect(seen).toEqual(['session.deleted'])
    })
  })
})

onSqlite((current) => {
  const { client, opened } = apiOn(current)

  describe('sessions with the official SDK', () => {
    test('are created, with their attachments', async () => {
      const { session, store } = await opened('some-model', {
        title: 'First',
        metadata: { team: 'a' },
      })
      expect(session).toMatchObject({
        type: 'session',
        title: 'First',
        status: 'idle',
        metadata: { team: 'a' },
        agent: { model: { id: 'some-model' } },
        resources: [
          {
            type: 'memory_store',
            memory_store_id: store.id,
            name: 'Team notes',
            description: 'What we know',
            access: 'read_write',
            mount_path: '/memories',
          },
        ],
      })
      expect(session.id).toMatch(/^sesn_/)
    })

    test("manage their context as they are told to, in the API's words", async () => {
      const { session, sessions } = await opened(
        'some-model',
        ours({
          context: {
            window: 100_000,
            warning_at: 50,
            compact_at: 'off',
            clearing: {
              by: 'api',
              clear_tool_uses_20250919: {
                trigger: { type: 'tool_uses', value: 9 },
                keep: { type: 'tool_uses', value: 2 },
              },
              clear_thinking_20251015: { keep: { type: 'thinking_turns', value: 4 } },
            },
            compaction: { instructions: 'Keep the names.', review: true },
          },
        }),
      )
      expect(session).toMatchObject({
        palimpsest: {
          context: {
            window: 100_000,
            warning_at: 50,
            error_at: null,
            compact_at: 'off',
            clearing: {
              by: 'api',
              clear_tool_uses_20250919: {
                trigger: { type: 'tool_uses', value: 9 },
                keep: { type: 'tool_uses', value: 2 },
                clear_at_least: null,
                exclude_tools: [],
                clear_tool_inputs: false,
              },
              clear_thinking_20251015: { keep: { type: 'thinking_turns', value: 4 } },
            },
            compaction: { by: 'palimpsest', instructions: 'Keep the names.', review: true },
          },
          context_size: { tokens: 0, window: 100_000, error_at: 80, compact_at: null },
        },
      })
      const changed = await sessions.update(session.id, ours({ context: { error_at: 70 } }))
      expect(changed).toMatchObject({
        palimpsest: { context: { window: 100_000, warning_at: 50, error_at: 70 } },
      })
      await expect(sessions.update(session.id, ours({ context: { window: 5 } }))).rejects.toThrow(
        'context.window: must be at least 1,000 tokens',
      )
      await expect(
        sessions.update(session.id, ours({ context: { warning_at: 90 } })),
      ).rejects.toThrow('thresholds in ascending order')
    })

    test('are summarised on request, and report it in the standard’s event', async () => {
      const model = modelOf(
        { parts: [say('One.')], usage: { input_tokens: 500 } },
        { parts: [say(summaryOf('Looking after the tea.'))], usage: { input_tokens: 600 } },
      )
      const { session, sessions } = await opened(
        model,
        ours({ context: { compaction: { save_first: false } } }),
      )
      await sessions.events.send(session.id, { events: [message('Go')] })
      await runsFinished()
      const compact = { type: 'user.compaction', instructions: 'Keep the names.' }
      await sessions.events.send(session.id, { events: [compact as never] })
      await runsFinished()
      const events = []
      for await (const event of sessions.events.list(session.id)) events.push(event)
      expect(events.find(({ type }) => type === 'agent.thread_context_compacted')).toMatchObject({
        cause: 'asked',
        summary: expect.stringContaining('Looking after the tea.') as string,
        tokens_before: expect.any(Number) as number,
        tokens_after: expect.any(Number) as number,
        restored_memories: [],
      })
      const { usage } = await sessions.retrieve(session.id)
      expect(usage?.input_tokens).toBe(1_100)
    })

    test('stream text as it is generated where that is requested', async () => {
      const text = 'A text that is long enough to come in more than one piece of the stream.'
      const model = modelOf({ parts: [say(text)] })
      const { sessions, session } = await opened(model)
      const stream = await sessions.events.stream(session.id, { event_deltas: ['agent.message'] })
      await sessions.events.send(session.id, { events: [message('Go')] })
      let preview = ''
      let started = ''
      for await (const event of stream) {
        if (event.type === 'event_start') started = event.event.id
        if (event.type === 'event_delta') preview += event.delta.content.text
        if (event.type === 'agent.message') {
          expect(event.id).toBe(started || event.id)
          expect(text.startsWith(preview)).toBe(true)
          expect(event.content).toEqual([{ type: 'text', text }])
        }
        if (event.type === 'session.status_idle') break
      }
    })

    test('ask before they write, and take the answer', async () => {
      const model = modelOf(
        { parts: [memory({ command: 'create', path: '/memories/a.md', file_text: 'x' })] },
        { parts: [say('Then not.')] },
      )
      const { sessions, session } = await opened(model, {
        agent: {
          type: 'agent_with_overrides',
          id: model,
          tools: [
            {
              type: 'agent_toolset_20260401',
              default_config: { permission_policy: { type: 'always_ask' } },
            },
          ],
        },
      })
      await sessions.events.send(session.id, { events: [message('Go')] })
      await runsFinished()
      const idle = (await sessions.events.list(session.id, { types: ['session.status_idle'] }))
        .data[0]
      if (idle?.type !== 'session.status_idle' || idle.stop_reason.type !== 'requires_action') {
        throw new Error('it does not wait')
      }
      const [tool_use_id = ''] = idle.stop_reason.event_ids
      const events = [
        {
          type: 'user.tool_confirmation' as const,
          tool_use_id,
          result: 'deny' as const,
          deny_message: 'Not that.',
        },
      ]
      // A caller without a key may be the agent itself.
      await expect(sessions.events.send(session.id, { events })).rejects.toMatchObject({
        status: 403,
        error: { error: { type: 'permission_error' } },
      })
      const reviewer = await createApiKey(current(), {
        name: 'reviewer',
        access: 'review',
        storeIds: null,
      })
      const { sessions: decided } = await client(reviewer.secret)
      // What was shown is not what would be written.
      const stale = {
        type: 'user.tool_confirmation' as const,
        tool_use_id,
        result: 'allow' as const,
        ...{ content_sha256: '0'.repeat(64) },
      }
      await expect(decided.events.send(session.id, { events: [stale] })).rejects.toMatchObject({
        status: 409,
        error: { error: { message: 'The write changed since you looked at it.' } },
      })
      await decided.events.send(session.id, { events })
      await runsFinished()
      const results = await sessions.events.list(session.id, { types: ['agent.tool_result'] })
      expect(JSON.stringify(results.data)).toContain('Not that.')
    })

    test('begin with the messages that they were created with', async () => {
      const model = modelOf({ parts: [say('Hi.')] })
      const { sessions, session } = await opened(model, { initial_events: [message('Hello')] })
      await runsFinished()
      const types = (await sessions.events.list(session.id)).data.map(({ type }) => type)
      expect(types[0]).toBe('user.message')
      expect(types.at(-1)).toBe('session.status_idle')
    })

    test("accept the preview's name for instructions, and pass them to the agent", async () => {
      const model = modelOf({ parts: [say('Hi.')] })
      const store = await createStore(current(), { name: 'Rules' })
      const { sessions, session } = await opened(model, {
        resources: [
          {
            type: 'memory_store',
            memory_store_id: store.id,
            access: 'read_only',
            ...{ prompt: 'Follow these.' },
          },
        ],
      })
      expect(session.resources[0]).toMatchObject({
        instructions: 'Follow these.',
        access: 'read_only',
      })
      await sessions.events.send(session.id, { events: [message('Hello')] })
      await runsFinished()
      const system = models.requests(model)[0]?.system?.[0]?.text
      expect(system).toContain('- Rules (/memories, read only)')
      expect(system).toContain('Follow these.')
    })

    test.each([
      ['a file', { resources: [{ type: 'file', file_id: 'file_1' }] }, 'not served here'],
      [
        'a repository',
        { resources: [{ type: 'github_repository', url: 'https://example.com/a/b' }] },
        'not served here',
      ],
      ['a vault', { vault_ids: ['vlt_1'] }, 'not served here'],
      ['an agent that is not kept here', { agent: 'agent_0123456789' }, 'no agent'],
      ['no agent', { agent: undefined }, 'agent'],
      [
        'a store that is not there',
        { resources: [{ type: 'memory_store', memory_store_id: 'memstore_none' }] },
        'memstore_none',
      ],
      [
        'instructions that are too long',
        (id: string) => ({
          resources: [
            { type: 'memory_store', memory_store_id: id, instructions: 'x'.repeat(4097) },
          ],
        }),
        '4096',
      ],
      [
        'a store twice',
        (id: string) => ({
          resources: [1, 2].map(() => ({ type: 'memory_store', memory_store_id: id })),
        }),
        'twice',
      ],
      ['an unknown tool set', { palimpsest: { tool_set: 'bash' } }, 'tool_set'],
    ])('refuse %s with a clear 400', async (_, asked, words) => {
      const { sessions, store } = await opened('some-model')
      const body = typeof asked === 'function' ? asked(store.id) : asked
      const params = { agent: 'some-model', environment_id: 'env_x', ...body }
      const refused = sessions.create(params as unknown as SessionCreateParams)
      await expect(refused).rejects.toThrow(words)
    })

    test('refuse an archived store, and more than eight', async () => {
      const { sessions } = await opened('some-model')
      const ids: string[] = []
      for (let number = 0; number < 9; number++) {
        ids.push((await createStore(current(), { name: `S${number}` })).id)
      }
      const attach = (storeIds: string[]) =>
        sessions.create({
          agent: 'some-model',
          environment_id: 'env_x',
          resources: storeIds.map((memory_store_id) => ({ type: 'memory_store', memory_store_id })),
        })
      await expect(attach(ids)).rejects.toThrow('at most 8')
      expect((await attach(ids.slice(0, 8))).resources).toHaveLength(8)
      await archiveStore(current(), { storeId: ids[0] ?? '', cause: { actor: LOCAL_USER_ACTOR } })
      await expect(attach(ids.slice(0, 1))).rejects.toThrow('archived')
    })
  })
})
