import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSession } from '@/lib/agent/get-session'
import { queuedMessages } from '@/lib/agent/list-session-events'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { updateSession } from '@/lib/agent/change-session'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import {
  create,
  say as words,
  type ScriptedStep,
  view,
} from '@/tests/support/scripted-model-server'
import { eventsOf, eventsOfType, say, sessionWith } from '@/tests/support/sessions'
import { summaryOf, toldIn } from '@/tests/support/summaries'

const server = modelServer()

const SECRET = 'sk-live-51f0c2'
const cause = { actor: LOCAL_USER_ACTOR }
let names = 0
const modelOf = (...steps: ScriptedStep[]) => {
  const model = `redacted-while-running-${++names}`
  server.script(model, steps)
  return model
}

/** Blocks a scripted answer until it is opened. */
function gate() {
  let open = () => {}
  const until = new Promise<void>((resolve) => (open = resolve))
  return { until, open }
}

onBothDatabases((current, url) => {
  /** The database as another process sees it. */
  let other: Database
  beforeEach(() => {
    other = openDatabase(url())
  })
  afterEach(() => other.close())

  const redact = async (db: Database) => {
    const { finished } = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
    return receiptOf(await finished)
  }
  const heldBy = async (sessionId: string) => {
    const session = await getSession(current(), sessionId)
    const queue = await queuedMessages(current(), sessionId)
    return JSON.stringify([session, queue, await eventsOf(current(), sessionId)])
  }
  const send = (sessionId: string, text: string) =>
    sendEvents(current(), sessionId, [{ type: 'user.message', texts: [text] }])

  describe.each(['this process', 'another process'])('a redaction by %s', (process) => {
    const redactor = () => (process === 'this process' ? current() : other)

    test('reaches an answer in progress: the text is neither sent again nor written back', async () => {
      const { until, open } = gate()
      const model = modelOf(
        { parts: [words('Noted.')] },
        { parts: [words(`It is ${SECRET}, as you said, and this goes on.`)], holdAfter: 4, until },
        { parts: [words('Begun again.')] },
      )
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        { instructions: `Hide ${SECRET}` },
      )
      await say(current(), sessionId, `The key is ${SECRET}`)
      await send(sessionId, 'What is it?')
      await expect.poll(() => server.requests(model).length).toBe(2)
      await send(sessionId, `Waits with ${SECRET}`)
      expect(await redact(redactor())).toMatchObject({ proof: { placesLeft: 0 } })
      open()
      await runsFinished()
      expect(await heldBy(sessionId)).not.toContain(SECRET)
      const since = server.requests(model).slice(2)
      expect(since.length).toBeGreaterThanOrEqual(2)
      expect(JSON.stringify(since)).not.toContain(SECRET)
      expect(toldIn(since[0] ?? expect.fail())).toContain('The key is [gone]')
      const said = await eventsOfType(current(), sessionId, 'agent.message')
      expect(said.map(({ text }) => text)).toContain('Begun again.')
      const ends = await eventsOfType(current(), sessionId, 'span.model_request_end')
      expect(ends[1]).toMatchObject({ isError: true, request: null })
    })

    test('reaches a summary in progress', async () => {
      const { until, open } = gate()
      const model = modelOf(
        { parts: [words('Noted.')], usage: { input_tokens: 500, output_tokens: 10 } },
        { parts: [words(summaryOf(`The key is ${SECRET}`))], holdAfter: 3, until },
        { parts: [words(summaryOf('The key is gone'))] },
        { parts: [words('On we go.')] },
      )
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        { context: { compaction: { savesFirst: false } } },
      )
      await say(current(), sessionId, `The key is ${SECRET}`)
      await sendEvents(current(), sessionId, [{ type: 'user.compaction' }])
      await expect.poll(() => server.requests(model).length).toBe(2)
      expect(await redact(redactor())).toMatchObject({ proof: { placesLeft: 0 } })
      open()
      await runsFinished()
      await say(current(), sessionId, 'Go on')
      expect(await heldBy(sessionId)).not.toContain(SECRET)
      expect(JSON.stringify(server.requests(model).slice(2))).not.toContain(SECRET)
      expect(
        await eventsOfType(current(), sessionId, 'agent.thread_context_compacted'),
      ).toMatchObject([{ summary: expect.stringContaining('The key is gone') as string }])
    })

    test('does not make an earlier call run twice', async () => {
      const { until, open } = gate()
      const model = modelOf(
        { parts: [create('/memories/once.md', `key ${SECRET}\n`)] },
        { parts: [words('Written.')], holdAfter: 1, until },
        { parts: [view('/memories/once.md')] },
        { parts: [words('Looked.')] },
      )
      const { sessionId } = await sessionWith(current(), model)
      await send(sessionId, 'Write it down')
      await expect.poll(() => server.requests(model).length).toBe(2)
      expect(await redact(redactor())).toMatchObject({ proof: { placesLeft: 0 } })
      open()
      await runsFinished()
      const results = await eventsOfType(current(), sessionId, 'agent.tool_result')
      expect(results.map(({ isError }) => isError)).toEqual([false, false])
      expect(results[1]?.content).toContain('key [gone]')
    })
  })

  test('a title and settings changed during a redaction stay changed', async () => {
    const model = modelOf({ parts: [words('Noted.')] })
    const { sessionId } = await sessionWith(
      current(),
      model,
      {},
      { instructions: `Hide ${SECRET}` },
    )
    await say(current(), sessionId, `The key is ${SECRET}`)
    const [receipt] = await Promise.all([
      redact(other),
      updateSession(current(), { sessionId, title: 'Another', settings: { maxTokens: 77 } }),
    ])
    expect(receipt).toMatchObject({ proof: { placesLeft: 0 } })
    expect(await getSession(current(), sessionId)).toMatchObject({
      title: 'Another',
      settings: { maxTokens: 77, instructions: 'Hide [gone]' },
    })
  })
})
