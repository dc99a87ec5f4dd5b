import { expect, test } from 'vitest'
import { requestAt } from '@/lib/agent/request-at'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { findText } from '@/lib/store/find-text'
import { receiptOf, redactText } from '@/lib/store/redact-text'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory, say as words } from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { summaryOf } from '@/tests/support/summaries'

const server = modelServer()

const cause = { actor: LOCAL_USER_ACTOR }
const SECRET = 'sk-"live"\nnext\tline'

onBothDatabases((current) => {
  const told = async (model: string) => {
    server.script(model, [
      {
        parts: [
          { type: 'thinking', thinking: `The key is ${SECRET}`, signature: 'c2ln' },
          memory({ command: 'create', path: '/memories/k.md', file_text: `key: ${SECRET}\n` }),
        ],
      },
      { parts: [memory({ command: 'view', path: '/memories/k.md' })] },
      { parts: [words(`I wrote ${SECRET}`)] },
    ])
    const opened = await sessionWith(current(), model, {}, { instructions: `Never say ${SECRET}` })
    await say(current(), opened.sessionId, `The key is ${SECRET}`)
    return opened
  }

  test('a text is taken out of everything that a session said and did', async () => {
    const { sessionId } = await told(`redacted-${current().kind}`)
    const other = await sessionWith(current(), 'nobody', {}, { instructions: 'Something else' })
    const { finished } = await redactText(current(), { text: SECRET, replacement: '[gone]', cause })
    const receipt = receiptOf(await finished)
    expect(receipt?.proof?.placesLeft).toBe(0)
    expect(receipt?.proof?.files.every(({ found }) => found === 0)).toBe(true)
    expect(receipt?.rewrittenConversations).toBeGreaterThanOrEqual(5)
    const log = JSON.stringify(await eventsOf(current(), sessionId))
    expect(log).not.toContain(JSON.stringify(SECRET).slice(1, -1))
    expect(log).toContain('The key is [gone]')
    expect(log).toContain('"signature":""')
    expect(await eventsOf(current(), other.sessionId)).toEqual([])
  })

  test('a redaction in one store reaches the sessions it is attached to, and no others', async () => {
    const one = await told(`of-one-${current().kind}`)
    const two = await told(`of-two-${current().kind}`)
    const storeIds = [one.storeId]
    const { finished } = await redactText(current(), {
      text: SECRET,
      replacement: '[gone]',
      storeIds,
      cause,
    })
    await finished
    expect((await findText(current(), { text: SECRET, storeIds })).places).toEqual([])
    expect(
      (await findText(current(), { text: SECRET, storeIds: [two.storeId] })).placeCount,
    ).toBeGreaterThan(0)
  })

  test('redacting a word that is also an identifier leaves fields without free text unchanged', async () => {
    const { sessionId } = await told(`words-${current().kind}`)
    const { finished } = await redactText(current(), { text: 'memory', replacement: 'mem', cause })
    await finished
    const types = (await eventsOf(current(), sessionId)).map(({ type }) => type)
    expect(types).toContain('agent.tool_use')
    const use = (await eventsOf(current(), sessionId)).find(({ type }) => type === 'agent.tool_use')
    expect(use).toMatchObject({ name: 'memory', malformedInput: null })
  })

  test('a text is also taken out of summaries, restored memories, reminders and recorded settings', async () => {
    const model = `summarised-secret-${current().kind}`
    server.script(model, [
      { parts: [memory({ command: 'view', path: '/memories/k.md' })] },
      { parts: [words('Read.')], usage: { input_tokens: 500 } },
      { parts: [words(summaryOf(`The key is ${SECRET}`))] },
      { parts: [words('Two.')] },
    ])
    const { sessionId } = await sessionWith(
      current(),
      model,
      { '/k.md': `key: ${SECRET}\n` },
      {
        instructions: `Never say ${SECRET}`,
        context: { compaction: { savesFirst: false, instructions: `Leave out ${SECRET}` } },
      },
    )
    await say(current(), sessionId, 'Read it')
    await sendEvents(current(), sessionId, [
      { type: 'user.compaction', instructions: `Not ${SECRET}` },
    ])
    await runsFinished()
    await say(current(), sessionId, 'Go on')
    const { finished } = await redactText(current(), { text: SECRET, replacement: '[gone]', cause })
    expect(receiptOf(await finished)?.proof?.placesLeft).toBe(0)
    const log = await eventsOf(current(), sessionId)
    expect(JSON.stringify(log)).not.toContain(JSON.stringify(SECRET).slice(1, -1))
    const compacted = log.find(({ type }) => type === 'agent.thread_context_compacted')
    expect(compacted).toMatchObject({
      summary: expect.stringContaining('The key is [gone]') as string,
      restored: [{ text: 'key: [gone]\n' }],
    })
    const start = log.findLast(({ type }) => type === 'span.model_request_start')
    const request = await requestAt(current(), { sessionId, startId: start?.id ?? '' })
    expect(request?.body).not.toContain(JSON.stringify(SECRET).slice(1, -1))
    expect(request?.isExact).toBe(false)
  })
})
