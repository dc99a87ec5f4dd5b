import { expect, test } from 'vitest'
import { callsWithWords } from '@/lib/agent/calls-with-words'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { create, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()

onSqlite((current) => {
  test('a call is told with what its agent said before it, since a person last spoke', async () => {
    server.script('with-words', [
      { parts: [words('I note the tea.'), create('/memories/tea.md', 'green\n')] },
      { parts: [words('Done.')] },
      { parts: [create('/memories/coffee.md', 'black\n')] },
      { parts: [words('Done again.')] },
    ])
    const { sessionId } = await sessionWith(current(), 'with-words')
    await say(current(), sessionId, 'Tea is green')
    await say(current(), sessionId, 'Coffee is black')
    const [first, second] = await eventsOfType(current(), sessionId, 'agent.tool_use')
    const ids = [first?.id ?? '', second?.id ?? '', 'none']
    const calls = await callsWithWords(current(), sessionId, ids)
    expect([...calls.keys()].toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(calls.get(ids[0] ?? '')).toMatchObject({
      name: 'memory',
      input: { command: 'create', path: '/memories/tea.md' },
      words: 'I note the tea.',
    })
    expect(calls.get(ids[1] ?? '')?.words).toBeNull()
  })
})
