import { describe, expect, test } from 'vitest'
import { createSession } from '@/lib/agent/create-session'
import { PRACTICE_MODEL, type ToolSet } from '@/lib/agent/session-settings'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listMemories } from '@/lib/store/memories/read-memories'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { call, memory, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say } from '@/tests/support/sessions'

const server = modelServer()

const cause = { actor: LOCAL_USER_ACTOR }

onSqlite((current) => {
  /** A session with a read-only store of rules, and notes. */
  const opened = async (model: string, toolSet: ToolSet) => {
    const rules = await createStore(current(), { name: 'Team rules' })
    const notes = await createStore(current(), { name: 'My notes' })
    await createMemory(current(), {
      storeId: rules.id,
      path: '/tea.md',
      content: 'Tea is served at four\n',
      cause,
    })
    const { id } = await createSession(current(), {
      settings: { model, toolSet },
      stores: [{ storeId: rules.id, access: 'read_only' }, { storeId: notes.id }],
      openedBy: LOCAL_USER_ACTOR,
    })
    return { sessionId: id, rules: rules.id, notes: notes.id }
  }
  const paths = async (storeId: string) =>
    (await listMemories(current(), { storeId, directory: '', depth: 'all', limit: 9 })).entries.map(
      (entry) => (entry.type === 'memory' ? entry.memory.path : ''),
    )
  const results = (sessionId: string) => eventsOfType(current(), sessionId, 'agent.tool_result')

  describe('a session with several stores', () => {
    test('has each as a directory, and refuses writes to a read-only one', async () => {
      const model = `several-${current().kind}`
      server.script(model, [
        {
          parts: [
            memory({ command: 'view', path: '/memories' }),
            memory({ command: 'create', path: '/memories/team-rules/x.md', file_text: 'x' }),
            memory({ command: 'create', path: '/memories/my-notes/x.md', file_text: 'x' }),
          ],
        },
        { parts: [words('Done.')] },
      ])
      const { sessionId, rules, notes } = await opened(model, 'memory')
      await say(current(), sessionId, 'Go')
      const [list, refused, done] = await results(sessionId)
      expect(list?.content).toContain('/memories/team-rules')
      expect(refused).toMatchObject({
        isError: true,
        content: 'Error: /memories/team-rules/x.md is read-only',
      })
      expect(done).toMatchObject({ isError: false, written: [{ storeId: notes }] })
      expect(await paths(rules)).toEqual(['/tea.md'])
      expect(await paths(notes)).toEqual(['/x.md'])
    })

    test('has the six tools name the store', async () => {
      const model = `several-documents-${current().kind}`
      server.script(model, [
        {
          parts: [
            call('memory_list', {}),
            call('memory_list', { store: 'team-rules' }),
            call('memory_search', { store: 'team-rules', query: 'served' }),
            call('memory_search', { query: 'served' }),
            call('memory_list', { store: 'Team rules' }),
            call('memory_read', { store: 'team-rules', path: '/tea.md' }),
            call('memory_write', { store: 'team-rules', path: '/x.md', content: 'x' }),
            call('memory_write', { store: 'my-notes', path: '/x.md', content: 'one\n' }),
            call('memory_edit', {
              store: 'my-notes',
              path: '/x.md',
              old_str: 'one',
              new_str: 'two',
            }),
            call('memory_edit', { store: 'my-notes', path: '/x.md', old_str: 'no', new_str: '' }),
            call('memory_delete', { store: 'my-notes', path: '/none.md' }),
            call('memory_delete', { store: 'my-notes', path: '/x.md' }),
          ],
        },
        { parts: [words('Done.')] },
      ])
      const { sessionId, rules, notes } = await opened(model, 'documents')
      await say(current(), sessionId, 'Go')
      expect((await results(sessionId)).map(({ content }) => content)).toEqual([
        'Error: Say which store; the stores are team-rules, my-notes',
        '22B\t/tea.md',
        '/tea.md\n  1: Tea is served at four',
        'In the store team-rules:\n/tea.md\n  1: Tea is served at four',
        '22B\t/tea.md',
        "Here's the content of /tea.md with line numbers:\n     1\tTea is served at four",
        'Error: The memory store team-rules is read-only',
        'Created /x.md',
        'Edited /x.md',
        'Error: old_str does not stand in /x.md',
        'Error: There is no document at /none.md',
        'Deleted /x.md',
      ])
      expect(await paths(rules)).toEqual(['/tea.md'])
      expect(await paths(notes)).toEqual([])
    })

    test.each(['memory', 'documents'] as const)(
      'lets the practice agent write only where allowed, with the tools %s',
      async (toolSet) => {
        const { sessionId, rules, notes } = await opened(PRACTICE_MODEL, toolSet)
        await say(current(), sessionId, 'When is tea served?', 'Remember that I like tea')
        const said = (await eventsOfType(current(), sessionId, 'agent.message')).map(
          ({ text }) => text,
        )
        expect(said.join('\n')).toContain('Tea is served at four')
        expect(await paths(rules)).toEqual(['/tea.md'])
        expect(await paths(notes)).toEqual(['/notes.md'])
      },
    )
  })
})
