import { describe, expect, test } from 'vitest'
import { PRACTICE_MODEL, TOOL_SETS } from '@/lib/agent/session-settings'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { getMemory } from '@/lib/store/memories/read-memories'
import { onSqlite } from '@/tests/support/databases'
import { eventsOfType, say, sessionWith, typesOf } from '@/tests/support/sessions'

const MANY = 600

onSqlite((current) => {
  describe.each(TOOL_SETS)('the practice agent with the tools %s', (toolSet) => {
    const opened = (memories: Record<string, string> = {}) =>
      sessionWith(current(), PRACTICE_MODEL, memories, { toolSet })
    const lastWords = async (sessionId: string) =>
      (await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text ?? ''

    const contentAt = async (storeId: string, path: string) =>
      (await getMemory(current(), { storeId, path, view: 'full' })).content

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

    test('adds to existing notes', async () => {
      const { storeId, sessionId } = await opened({ '/notes.md': '# Notes\n\n- one\n' })
      await say(current(), sessionId, 'Remember that two comes after one')
      const memory = await getMemory(current(), { storeId, path: '/notes.md', view: 'full' })
      expect(memory.content).toBe('# Notes\n\n- one\n- two comes after one\n')
    })

    test('adds to notes that end without a line feed', async () => {
      const { storeId, sessionId } = await opened({ '/notes.md': '# Notes\n\n- one' })
      await say(current(), sessionId, 'Remember that two comes after one')
      expect(await contentAt(storeId, '/notes.md')).toMatch(
        /^# Notes\n\n- one\n- two comes after one\n?$/,
      )
    })

    test('changes the intended line if another has the same text', async () => {
      const { storeId, sessionId } = await opened({ '/a.md': 'port 80\nold port 8080\nport 80\n' })
      await say(current(), sessionId, 'Change old port to new port')
      expect(await contentAt(storeId, '/a.md')).toBe('port 80\nnew port 8080\nport 80\n')
    })

    test('asks which line is meant if several match', async () => {
      const memories = { '/a.md': 'The port is 3000\n', '/b.md': 'Port 3000 is taken\n' }
      const { storeId, sessionId } = await opened(memories)
      await say(current(), sessionId, 'Change 3000 to 4000')
      const words = await lastWords(sessionId)
      expect(words).toContain('more than one place')
      expect(words).toContain('The port is 3000')
      expect(words).toContain('Port 3000 is taken')
      expect(await contentAt(storeId, '/a.md')).toBe('The port is 3000\n')
    })

    test('forgets a line that has the words in another order', async () => {
      const memories = {
        '/a.md': 'Sign-off by QA on Fridays\nQA is four people\nShip on Mondays\n',
      }
      const { storeId, sessionId } = await opened(memories)
      await say(current(), sessionId, 'Forget the QA sign-off')
      expect(await contentAt(storeId, '/a.md')).toBe('QA is four people\nShip on Mondays\n')
    })

    // The custom tool differs from the native one only in how a server is told of it.
    describe.skipIf(toolSet === 'memory_custom')('in a store of many memories', () => {
      const large = async (more: Record<string, string> = {}) => {
        const ids = await opened(more)
        const cause = { actor: LOCAL_USER_ACTOR }
        const steps = Array.from({ length: MANY }, (_, index) => ({
          op: 'write' as const,
          path: `/area-${index % 30}/part-${index % 5}/memory-${index}.md`,
          content: `Entry ${index} of the log\nnothing to see\n`,
        }))
        await applyMoment(current(), {
          storeId: ids.storeId,
          batch: { kind: 'seed' },
          steps,
          cause,
        })
        return ids
      }

      test('finds what it was told just before', async () => {
        const { sessionId } = await large()
        await say(current(), sessionId, 'Remember that the launch code is plum')
        await say(current(), sessionId, 'What is the launch code?')
        expect(await lastWords(sessionId)).toContain('the launch code is plum')
      })

      test('finds a deeply nested file by its name, and corrects and forgets in it', async () => {
        const path = '/area-29/part-4/deep/er/zebra-crossing.md'
        const { storeId, sessionId } = await large({ [path]: 'Zebra opens at nine\nand at ten\n' })
        await say(current(), sessionId, 'When does the zebra open?')
        expect(await lastWords(sessionId)).toContain('Zebra opens at nine')
        await say(current(), sessionId, 'Change zebra opens at nine to Zebra opens at eight')
        expect(await contentAt(storeId, path)).toBe('Zebra opens at eight\nand at ten\n')
        await say(current(), sessionId, 'Forget zebra opens at eight')
        expect(await contentAt(storeId, path)).toBe('and at ten\n')
      })

      test('says what its answer is based on if it finds nothing', async () => {
        const { sessionId } = await large()
        await say(current(), sessionId, 'What do you know about the giraffe?')
        expect(await lastWords(sessionId)).toMatch(
          toolSet === 'documents'
            ? /^I searched my memory, read \d+ files and found nothing about giraffe\.$/
            : /^I read 60 files of (?:more than )?\d+ files, those whose paths fit best and found nothing about giraffe\.$/,
        )
      })
    })

    test('answers its request even if its context is summarised midway', async () => {
      const { storeId, sessionId } = await sessionWith(
        current(),
        PRACTICE_MODEL,
        { '/team.md': `Ada leads\nQA sign-off on Fridays\n${'It rains. '.repeat(3_000)}\n` },
        { toolSet, context: { window: 8_000, compaction: { savesFirst: false } } },
      )
      await say(current(), sessionId, 'Forget the QA sign-off')
      expect(
        (await eventsOfType(current(), sessionId, 'agent.thread_context_compacted')).length,
      ).toBeGreaterThan(0)
      expect(await lastWords(sessionId)).toContain('I have taken “QA sign-off” out of my memory')
      expect(await contentAt(storeId, '/team.md')).not.toContain('QA')
    })
  })
})
