import { describe, expect, test } from 'vitest'
import { getSession } from '@/lib/agent/get-session'
import { callTool } from '@/lib/agent/core/call-tool'
import { changesOfCall, proposeCall } from '@/lib/agent/call-changes'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { PRACTICE_MODEL, TOOL_SETS, type ToolSet } from '@/lib/agent/session-settings'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory, listMemories } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { call, memory, type ModelServer, say as words } from '@/tests/support/scripted-model-server'
import { eventsOf, eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `asking-${++names}`
  server.script(model, steps)
  return model
}

const create = (path: string) => memory({ command: 'create', path, file_text: 'x\n' })

onBothDatabases((current) => {
  const asking = async (model: string, memories: Record<string, string> = {}) =>
    sessionWith(current(), model, memories, { approval: 'always_ask' })
  const waiting = async (sessionId: string) => {
    const reason = (await getSession(current(), sessionId)).stopReason
    return reason?.type === 'requires_action' ? reason.eventIds : []
  }
  const confirm = async (
    sessionId: string,
    toolUseId: string,
    result: 'allow' | 'deny',
    more: {
      denyMessage?: string
      isForSession?: boolean
      shown?: { contentSha256: string; base?: readonly string[] }
      content?: string
    } = {},
  ) => {
    await sendEvents(current(), sessionId, [
      { type: 'user.tool_confirmation', toolUseId, result, ...more },
    ])
    await runsFinished()
  }
  const count = async (storeId: string) =>
    (await listMemories(current(), { storeId, directory: '', depth: 'all', limit: 100 })).entries
      .length

  describe('a session that asks for approval', () => {
    test('stops at a write, and reads without asking', async () => {
      const model = modelOf(
        { parts: [memory({ command: 'view', path: '/memories' })] },
        { parts: [create('/memories/a.md')] },
      )
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const uses = await eventsOfType(current(), sessionId, 'agent.tool_use')
      expect(await waiting(sessionId)).toEqual([uses[1]?.id])
      expect(await count(storeId)).toBe(0)
    })

    test('runs the write once it is allowed', async () => {
      const model = modelOf({ parts: [create('/memories/a.md')] }, { parts: [words('Done.')] })
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [id = ''] = await waiting(sessionId)
      await confirm(sessionId, id, 'allow')
      expect(await count(storeId)).toBe(1)
      expect((await listVersions(current(), { storeId, limit: 1 })).versions[0]?.toolUseId).toBe(id)
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'end_turn',
        detail: 'done',
      })
    })

    test('tells the model that it was denied, and why', async () => {
      const model = modelOf({ parts: [create('/memories/a.md')] }, { parts: [words('Then not.')] })
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [id = ''] = await waiting(sessionId)
      await confirm(sessionId, id, 'deny', { denyMessage: 'That is private.' })
      expect(await count(storeId)).toBe(0)
      const answer = JSON.stringify(server.requests(model).at(-1)?.messages.at(-1)?.content)
      expect(answer).toContain('That is private.')
      expect(answer).toContain('"is_error":true')
    })

    test.each([
      [
        'a text that is not there',
        { command: 'str_replace', path: '/memories/a.md', old_str: 'b' },
      ],
      ['a file that is there', { command: 'create', path: '/memories/a.md', file_text: 'b' }],
      ['a path that is none', { command: 'create', path: '/elsewhere/a.md', file_text: 'b' }],
      ['a command that there is not', { command: 'VIEW', path: '/memories/a.md' }],
      ['no command', {}],
    ])('asks nobody about a write that cannot succeed: of %s', async (_, input) => {
      const model = modelOf({ parts: [memory(input)] }, { parts: [words('Then not.')] })
      const { sessionId } = await asking(model, { '/a.md': 'a\n' })
      await say(current(), sessionId, 'Go')
      expect((await getSession(current(), sessionId)).stopReason).toMatchObject({
        type: 'end_turn',
      })
      const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
      expect(use).toMatchObject({ needsApproval: false, isFutile: true })
      const [result] = await eventsOfType(current(), sessionId, 'agent.tool_result')
      expect(result).toMatchObject({ isError: true, written: [] })
    })

    test('asks about a write that only an earlier one of the same answer makes possible', async () => {
      const edit = memory({
        command: 'insert',
        path: '/memories/a.md',
        insert_line: 0,
        insert_text: 'y',
      })
      const { sessionId } = await asking(modelOf({ parts: [create('/memories/a.md'), edit] }))
      await say(current(), sessionId, 'Go')
      expect(await waiting(sessionId)).toHaveLength(2)
    })

    test.each([
      ['was done', 'allow', '/memories/a.md'],
      ['was not done', 'deny', '/memories/missing.md'],
    ] as const)(
      'does not ask on about a write that is impossible since an earlier one of its answer %s',
      async (_, result, path) => {
        const again =
          result === 'allow'
            ? create(path)
            : memory({ command: 'insert', path, insert_line: 0, insert_text: 'y' })
        const model = modelOf(
          { parts: [create('/memories/a.md'), again, create('/memories/b.md')] },
          { parts: [words('Done.')] },
        )
        const { storeId, sessionId } = await asking(model)
        await say(current(), sessionId, 'Go')
        const [first = '', second = '', third = ''] = await waiting(sessionId)
        await confirm(sessionId, first, result)
        expect(await waiting(sessionId)).toEqual([third])
        const results = await eventsOfType(current(), sessionId, 'agent.tool_result')
        expect(results.at(-1)).toMatchObject({ toolUseId: second, isError: true, written: [] })
        await confirm(sessionId, third, 'allow')
        expect(await count(storeId)).toBe(result === 'allow' ? 2 : 1)
      },
    )

    test('writes nothing unasked, although what failed when it was tried has become possible', async () => {
      const model = modelOf({ parts: [create('/memories/a.md')] })
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [waits] = await eventsOfType(current(), sessionId, 'agent.tool_use')
      if (!waits) throw new Error('nothing waits')
      const session = await getSession(current(), sessionId)
      const failed = { ...waits, needsApproval: false, isFutile: true as const }
      const result = await callTool(current(), session, failed)
      expect(result).toMatchObject({ isError: true, written: [] })
      expect(result.content).toContain('nobody was asked')
      expect(await count(storeId)).toBe(0)
    })

    test('decides several calls of one answer one by one, in any order', async () => {
      const model = modelOf(
        {
          parts: [
            create('/memories/a.md'),
            memory({ command: 'view', path: '/memories' }),
            create('/memories/b.md'),
          ],
        },
        { parts: [words('Done.')] },
      )
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [first = '', second = ''] = await waiting(sessionId)
      await confirm(sessionId, second, 'allow')
      expect(await count(storeId)).toBe(0)
      // The calls still waiting are named, to followers of the session as well.
      expect(await waiting(sessionId)).toEqual([first])
      const idle = await eventsOfType(current(), sessionId, 'session.status_idle')
      expect(idle.map(({ stopReason }) => stopReason)).toEqual([
        { type: 'requires_action', eventIds: [first, second] },
        { type: 'requires_action', eventIds: [first] },
      ])
      await confirm(sessionId, first, 'deny')
      expect(await count(storeId)).toBe(1)
      expect(
        (await eventsOfType(current(), sessionId, 'agent.tool_result')).map(
          ({ isError }) => isError,
        ),
      ).toEqual([true, false, false])
    })

    test('takes one answer to a call, and no other before it is written', async () => {
      const model = modelOf(
        { parts: [create('/memories/a.md'), create('/memories/b.md')] },
        { parts: [words('Done.')] },
      )
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [first = '', second = ''] = await waiting(sessionId)
      await confirm(sessionId, second, 'allow')
      const refusal = { problem: { kind: 'call_not_waiting' } }
      const edited = confirm(sessionId, second, 'allow', { content: 'unseen\n' })
      await expect(edited).rejects.toMatchObject(refusal)
      await expect(confirm(sessionId, second, 'deny')).rejects.toMatchObject(refusal)
      await confirm(sessionId, first, 'allow')
      expect(await count(storeId)).toBe(2)
      expect((await memoryAt(current(), storeId, '/b.md'))?.content).not.toContain('unseen')
    })

    test('does not ask again once writes are allowed for the rest of the session', async () => {
      const model = modelOf(
        { parts: [create('/memories/a.md')] },
        { parts: [create('/memories/b.md')] },
        { parts: [words('Done.')] },
      )
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [id = ''] = await waiting(sessionId)
      await confirm(sessionId, id, 'allow', { isForSession: true })
      expect(await count(storeId)).toBe(2)
      expect((await getSession(current(), sessionId)).settings.approval).toBe('always_allow')
    })

    describe('writes what was shown', () => {
      const edit = memory({
        command: 'str_replace',
        path: '/memories/a.md',
        old_str: 'one',
        new_str: 'uno',
      })
      const shownOf = async (sessionId: string, eventId: string) => {
        const { shown } = await changesOfCall(current(), { sessionId, eventId })
        if (!shown) throw new Error('the call does not wait')
        return shown
      }
      const changeByHand = async (storeId: string, content: string) => {
        const memory = await memoryAt(current(), storeId, '/a.md')
        await updateMemory(current(), {
          storeId,
          memoryId: memory?.id ?? '',
          content,
          cause: { actor: LOCAL_USER_ACTOR },
        })
      }
      const contentOf = async (storeId: string) =>
        (await memoryAt(current(), storeId, '/a.md'))?.content

      const waitsFor = async (part: ReturnType<typeof memory>, toolSet: ToolSet = 'memory') => {
        const model = modelOf({ parts: [part] }, { parts: [words('Done.')] })
        const settings = { approval: 'always_ask' as const, toolSet }
        const asked = await sessionWith(current(), model, { '/a.md': 'one\ntwo\n' }, settings)
        await say(current(), asked.sessionId, 'Go')
        const [id = ''] = await waiting(asked.sessionId)
        return { ...asked, id, model }
      }

      test('if nothing has changed since', async () => {
        const { storeId, sessionId, id } = await waitsFor(edit)
        const shown = await shownOf(sessionId, id)
        expect(shown.contentSha256).toBe(sha256Hex(utf8Bytes('uno\ntwo\n')))
        await confirm(sessionId, id, 'allow', { shown })
        expect(await contentOf(storeId)).toBe('uno\ntwo\n')
      })

      test('and the practice agent says so where a person wrote something else', async () => {
        const { sessionId, storeId } = await asking(PRACTICE_MODEL)
        await say(current(), sessionId, 'Remember that the code is 1234')
        const [id = ''] = await waiting(sessionId)
        const shown = await shownOf(sessionId, id)
        await confirm(sessionId, id, 'allow', { shown, content: '# Notes\n' })
        expect((await memoryAt(current(), storeId, '/notes.md'))?.content).toBe('# Notes\n')
        const answers = await eventsOfType(current(), sessionId, 'agent.message')
        expect(answers.at(-1)?.text).toBe(
          'You changed it before it was saved; my memory holds your text.',
        )
      })

      test('and refuses if the write has changed; the call then keeps waiting', async () => {
        const { storeId, sessionId, id } = await waitsFor(edit)
        const shown = await shownOf(sessionId, id)
        await changeByHand(storeId, 'one\ntwo\nthree\n')
        for (const isForSession of [false, true]) {
          await expect(
            confirm(sessionId, id, 'allow', {
              shown: { contentSha256: shown.contentSha256 },
              isForSession,
            }),
          ).rejects.toMatchObject({ problem: { kind: 'write_changed' } })
        }
        expect(await contentOf(storeId)).toBe('one\ntwo\nthree\n')
        expect(await waiting(sessionId)).toEqual([id])
        expect((await getSession(current(), sessionId)).settings.approval).toBe('always_ask')
        await confirm(sessionId, id, 'allow', { shown: await shownOf(sessionId, id) })
        expect(await contentOf(storeId)).toBe('uno\ntwo\nthree\n')
      })

      test('and refuses if the same content would now remove other lines', async () => {
        const all = call('memory_write', { path: '/a.md', content: 'all new\n' })
        const { storeId, sessionId, id } = await waitsFor(all, 'documents')
        const shown = await shownOf(sessionId, id)
        expect(shown.contentSha256).toBe(sha256Hex(utf8Bytes('all new\n')))
        await changeByHand(storeId, 'what nobody saw\n')
        await expect(confirm(sessionId, id, 'allow', { shown })).rejects.toMatchObject({
          problem: { kind: 'write_changed' },
        })
        expect(await contentOf(storeId)).toBe('what nobody saw\n')
      })

      test('and nothing, if it changed between the approval and the write', async () => {
        const first = memory({ command: 'create', path: '/memories/b.md', file_text: 'b\n' })
        const model = modelOf({ parts: [first, edit] }, { parts: [words('Done.')] })
        const { storeId, sessionId } = await asking(model, { '/a.md': 'one\n' })
        await say(current(), sessionId, 'Go')
        const [before = '', id = ''] = await waiting(sessionId)
        // Allowed while the call before it still waits: nothing is written yet.
        await confirm(sessionId, id, 'allow', { shown: await shownOf(sessionId, id) })
        await changeByHand(storeId, 'one\nand more\n')
        await confirm(sessionId, before, 'deny')
        expect(await contentOf(storeId)).toBe('one\nand more\n')
        const results = await eventsOfType(current(), sessionId, 'agent.tool_result')
        expect(results.at(-1)).toMatchObject({ toolUseId: id, isError: true, written: [] })
        const told = JSON.stringify(server.requests(model).at(-1)?.messages.at(-1)?.content)
        expect(told).toContain('changed after the person allowed this')
      })

      test('of a deletion, by the deleted content', async () => {
        const { storeId, sessionId, id } = await waitsFor(
          memory({ command: 'delete', path: '/memories/a.md' }),
        )
        const contentSha256 = sha256Hex(utf8Bytes('one\ntwo\n'))
        await confirm(sessionId, id, 'allow', { shown: { contentSha256 } })
        expect(await count(storeId)).toBe(0)
      })

      test('and keeps no hash of it, by which a short secret could be guessed', async () => {
        const { sessionId, id } = await waitsFor(edit)
        const shown = await shownOf(sessionId, id)
        await confirm(sessionId, id, 'allow', { shown })
        const events = JSON.stringify(await eventsOf(current(), sessionId))
        expect(events).toContain(shown.base[0])
        expect(events).not.toContain(shown.contentSha256)
      })
    })

    test('shows what a write would change, and changes nothing by it', async () => {
      const edit = memory({
        command: 'str_replace',
        path: '/memories/a.md',
        old_str: 'one',
        new_str: 'two',
      })
      const { storeId, sessionId } = await asking(modelOf({ parts: [edit] }), {
        '/a.md': 'one\nrest\n',
      })
      await say(current(), sessionId, 'Go')
      const [eventId = ''] = await waiting(sessionId)
      const proposal = await proposeCall(current(), { sessionId, eventId })
      expect(proposal).toMatchObject({
        isError: false,
        changes: [
          {
            storeId,
            before: { path: '/a.md', content: 'one\nrest\n' },
            after: { path: '/a.md', content: 'two\nrest\n' },
          },
        ],
      })
      expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
      expect((await getMemory(current(), { storeId, path: '/a.md', view: 'full' })).content).toBe(
        'one\nrest\n',
      )
    })

    test('still shows what a denied write would have changed', async () => {
      const model = modelOf({ parts: [create('/memories/a.md')] }, { parts: [words('Well.')] })
      const { sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      const [eventId = ''] = await waiting(sessionId)
      const before = await changesOfCall(current(), { sessionId, eventId })
      await confirm(sessionId, eventId, 'deny')
      const after = await changesOfCall(current(), { sessionId, eventId })
      expect([before.state, after.state]).toEqual(['proposed', 'denied'])
      expect(after.changes).toMatchObject([
        { before: null, after: { path: '/a.md', content: 'x\n' }, versionId: null },
      ])
    })

    test('shows every memory that deleting a directory would delete', async () => {
      const remove = memory({ command: 'delete', path: '/memories/d' })
      const { sessionId } = await asking(modelOf({ parts: [remove] }), {
        '/d/a.md': 'a',
        '/d/b.md': 'b',
        '/c.md': 'c',
      })
      await say(current(), sessionId, 'Go')
      const [eventId = ''] = await waiting(sessionId)
      const { changes } = await proposeCall(current(), { sessionId, eventId })
      expect(changes.map(({ before, after }) => [before?.path, after])).toEqual([
        ['/d/a.md', null],
        ['/d/b.md', null],
      ])
    })

    test('shows what the tool would refuse', async () => {
      const { storeId, sessionId } = await asking(modelOf({ parts: [create('/memories/a.md')] }))
      await say(current(), sessionId, 'Go')
      const [eventId = ''] = await waiting(sessionId)
      const cause = { actor: LOCAL_USER_ACTOR }
      await createMemory(current(), { storeId, path: '/a.md', content: 'a', cause })
      expect(await proposeCall(current(), { sessionId, eventId })).toEqual({
        changes: [],
        answer: 'Error: File /memories/a.md already exists',
        isError: true,
      })
    })

    test('keeps a message for later while a call waits', async () => {
      const model = modelOf(
        { parts: [create('/memories/a.md')] },
        { parts: [words('Written.')] },
        { parts: [words('Hello.')] },
      )
      const { sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      await say(current(), sessionId, 'Hello')
      const [id = ''] = await waiting(sessionId)
      await confirm(sessionId, id, 'allow')
      const said = (await eventsOfType(current(), sessionId, 'agent.message')).map(
        ({ text }) => text,
      )
      expect(said).toEqual(['Written.', 'Hello.'])
    })

    test('an interrupt while a call waits leaves it undone', async () => {
      const model = modelOf({ parts: [create('/memories/a.md')] }, { parts: [words('All right.')] })
      const { storeId, sessionId } = await asking(model)
      await say(current(), sessionId, 'Go')
      await sendEvents(current(), sessionId, [{ type: 'user.interrupt' }])
      await runsFinished()
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'end_turn',
        detail: 'interrupted',
      })
      expect(await count(storeId)).toBe(0)
      await say(current(), sessionId, 'Something else')
      expect(await count(storeId)).toBe(0)
    })

    test('refuses a confirmation for what does not wait', async () => {
      const { sessionId } = await asking(modelOf({ parts: [words('Hi')] }))
      await expect(confirm(sessionId, 'sevt_none', 'allow')).rejects.toMatchObject({
        problem: { kind: 'call_not_waiting' },
      })
    })

    test.each(TOOL_SETS)('never writes unasked, with the tools %s', async (toolSet) => {
      const writes =
        toolSet === 'documents'
          ? [
              call('memory_write', { path: '/n.md', content: 'x' }),
              call('memory_edit', { path: '/a.md', old_str: 'a', new_str: 'b' }),
              call('memory_delete', { path: '/a.md' }),
            ]
          : [
              create('/memories/n.md'),
              memory({
                command: 'str_replace',
                path: '/memories/a.md',
                old_str: 'a',
                new_str: 'b',
              }),
              memory({
                command: 'insert',
                path: '/memories/a.md',
                insert_line: 0,
                insert_text: 'b',
              }),
              memory({ command: 'delete', path: '/memories/a.md' }),
              memory({ command: 'rename', old_path: '/memories/a.md', new_path: '/memories/b.md' }),
            ]
      for (const write of writes) {
        const { storeId, sessionId } = await sessionWith(
          current(),
          modelOf({ parts: [write] }),
          { '/a.md': 'a' },
          { approval: 'always_ask', toolSet },
        )
        await say(current(), sessionId, 'Go')
        expect(await waiting(sessionId)).toHaveLength(1)
        expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
      }
    })
  })
})
