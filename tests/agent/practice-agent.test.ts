import { describe, expect, test } from 'vitest'
import { PRACTICE_MODEL, TOOL_SETS } from '@/lib/agent/session-settings'
import { getMemory } from '@/lib/store/get-memory'
import { onBothDatabases } from '@/tests/support/databases'
import { eventsOfType, say, sessionWith, typesOf } from '@/tests/support/sessions'

onBothDatabases((current) => {
  describe.each(TOOL_SETS)('the practice agent with the tools %s', (toolSet) => {
    const opened = (memories: Record<string, string> = {}) =>
      sessionWith(current(), PRACTICE_MODEL, memories, { toolSet })
    const lastWords = async (sessionId: string) =>
      (await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text ?? ''

    test('says what it is, looks at its memory first, and remembers what it is told', async () => {
      const { storeId, sessionId } = await opened()
      await say(current(), sessionId, 'Remember that I like tea')
      expect(await typesOf(current(), sessionId)).toEqual([
        'user.message',
        'session.status_running',
        'agent.message',
        'agent.tool_use',
        'agent.tool_result',
        'agent.tool_use',
        'agent.tool_result',
        'agent.message',
        'session.status_idle',
      ])
      const [first] = await eventsOfType(current(), sessionId, 'agent.message')
      expect(first?.text).toContain('no model')
      const memory = await getMemory(current(), { storeId, path: '/notes.md', view: 'full' })
      expect(memory.content).toBe('# Notes\n\n- I like tea\n')
    })

    test('recalls what was written before', async () => {
      const { sessionId } = await opened({ '/people/ada.md': 'Ada likes tea\nand chess\n' })
      await say(current(), sessionId, 'What does Ada like?')
      expect(await lastWords(sessionId)).toContain('Ada likes tea')
    })

    test('corrects what is wrong', async () => {
      const { storeId, sessionId } = await opened({ '/a.md': 'The port is 3000\nother\n' })
      await say(current(), sessionId, 'Change 3000 to 4000')
      const memory = await getMemory(current(), { storeId, path: '/a.md', view: 'full' })
      expect(memory.content).toBe('The port is 4000\nother\n')
    })

    test('forgets what it is told to forget', async () => {
      const { storeId, sessionId } = await opened({ '/a.md': 'keep this\nthe old plan\n' })
      await say(current(), sessionId, 'Forget the old plan')
      const memory = await getMemory(current(), { storeId, path: '/a.md', view: 'full' })
      expect(memory.content).toBe('keep this\n')
    })

    test('adds to its notes where there are some', async () => {
      const { storeId, sessionId } = await opened({ '/notes.md': '# Notes\n\n- one\n' })
      await say(current(), sessionId, 'Remember that two comes after one')
      const memory = await getMemory(current(), { storeId, path: '/notes.md', view: 'full' })
      expect(memory.content).toBe('# Notes\n\n- one\n- two comes after one\n')
    })
  })
})
