import { describe, expect, test } from 'vitest'
import { archiveSession, deleteSession } from '@/lib/agent/change-session'
import { getSession } from '@/lib/agent/get-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { getMemory } from '@/lib/store/memories/read-memories'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { create, type ModelServer, say as words, view } from '@/tests/support/scripted-model-server'
import { eventsOf, eventsOfType, say, sessionWith, typesOf } from '@/tests/support/sessions'
import { summaryOf } from '@/tests/support/summaries'

// The parts of a run that depend on the database: its log, its queue, and noticing what others
// append.

const server = modelServer()

let names = 0
/** A model of its own for each test. */
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `stored-${++names}`
  server.script(model, steps)
  return model
}

onBothDatabases((current) => {
  const idle = async (sessionId: string) => (await getSession(current(), sessionId)).stopReason

  describe('a run', () => {
    test('runs a model’s calls, sends it the results, and ends with its text', async () => {
      const model = modelOf(
        { parts: [words('I look.'), view()] },
        { parts: [create('/memories/a.md', 'one\n')] },
        { parts: [words('Done.')] },
      )
      const { storeId, sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Write one')
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
      expect(await idle(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
      const last = server.requests(model).at(-1)?.messages ?? []
      expect(last.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'user',
        'assistant',
        'user',
      ])
      expect(last.at(-1)?.content).toMatchObject([
        { type: 'tool_result', content: 'File created successfully at: /memories/a.md' },
      ])
      const written = await getMemory(current(), { storeId, path: '/a.md', view: 'full' })
      expect(written.content).toBe('one\n')
    })

    test('queues messages that arrive meanwhile, and answers them in order', async () => {
      const model = modelOf(
        { parts: [words('One')] },
        { parts: [words('Two')] },
        { parts: [words('Three')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'a', 'b', 'c')
      const texts = (await eventsOf(current(), sessionId)).flatMap((event) =>
        event.type === 'user.message'
          ? event.texts
          : event.type === 'agent.message'
            ? [event.text]
            : [],
      )
      expect(texts).toEqual(['a', 'One', 'b', 'Two', 'c', 'Three'])
    })

    test('stores a very long answer to the last character', async () => {
      const text = 'Long 길다 🌊 '.repeat(30_000)
      const model = modelOf({ parts: [words(text)] })
      const { sessionId } = await sessionWith(current(), model)
      await say(current(), sessionId, 'Go')
      expect((await eventsOfType(current(), sessionId, 'agent.message'))[0]?.text).toBe(text)
    })
  })

  describe('an interrupt', () => {
    test('stops the model, keeps what it said, and leaves the session idle', async () => {
      let release = () => {}
      const until = new Promise<void>((resolve) => (release = resolve))
      const model = modelOf(
        {
          parts: [words('A long story that nobody wants to hear to its end, really.')],
          holdAfter: 3,
          until,
        },
        { parts: [words('Short.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await sendEvents(current(), sessionId, [{ type: 'user.message', texts: ['Tell'] }])
      await expect.poll(() => server.requests(model).length).toBe(1)
      await sendEvents(current(), sessionId, [
        { type: 'user.interrupt' },
        { type: 'user.message', texts: ['Shorter'] },
      ])
      await runsFinished()
      release()
      const idles = await eventsOfType(current(), sessionId, 'session.status_idle')
      expect(idles.map(({ stopReason }) => stopReason)).toEqual([
        { type: 'end_turn', detail: 'interrupted' },
        { type: 'end_turn', detail: 'done' },
      ])
      expect(server.requests(model)).toHaveLength(2)
    })

    test('of a session that is archived while it runs leaves it archived', async () => {
      const never = new Promise<void>(() => {})
      const model = modelOf({
        parts: [words('A long story, without end.')],
        holdAfter: 3,
        until: never,
      })
      const { sessionId } = await sessionWith(current(), model)
      await sendEvents(current(), sessionId, [{ type: 'user.message', texts: ['Tell'] }])
      await expect.poll(() => server.requests(model).length).toBe(1)
      await archiveSession(current(), sessionId)
      await runsFinished()
      expect(await getSession(current(), sessionId)).toMatchObject({ status: 'terminated' })
      expect(await typesOf(current(), sessionId)).not.toContain('session.status_idle')
    })

    test('of a session that is deleted while it runs leaves nothing', async () => {
      const never = new Promise<void>(() => {})
      const model = modelOf({
        parts: [words('A long story, without end.')],
        holdAfter: 3,
        until: never,
      })
      const { sessionId } = await sessionWith(current(), model)
      await sendEvents(current(), sessionId, [{ type: 'user.message', texts: ['Tell'] }])
      await expect.poll(() => server.requests(model).length).toBe(1)
      await deleteSession(current(), sessionId)
      await runsFinished()
      await expect(getSession(current(), sessionId)).rejects.toThrow('session_not_found')
    })
  })

  test('a session reads only from where its view begins', async () => {
    const usage = { input_tokens: 500, output_tokens: 10 }
    const model = modelOf({ parts: [words('One.')], usage }, { parts: [words(summaryOf('Tea.'))] })
    const context = { window: 10_000, compaction: { savesFirst: false } }
    const { sessionId } = await sessionWith(current(), model, {}, { context })
    await say(current(), sessionId, 'First')
    await sendEvents(current(), sessionId, [{ type: 'user.compaction' }])
    await runsFinished()
    const [compacted] = await eventsOfType(current(), sessionId, 'agent.thread_context_compacted')
    const row = await current().read.get<{ view_from: number }>(
      'SELECT view_from FROM sessions WHERE id = ?',
      [sessionId],
    )
    expect(row?.view_from).toBe(compacted?.sequence)
    expect((await eventsOf(current(), sessionId)).length).toBeGreaterThan(5)
  })
})
