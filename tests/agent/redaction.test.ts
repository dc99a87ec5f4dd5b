import { expect, test } from 'vitest'
import { updateSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { getSession } from '@/lib/agent/get-session'
import { requestAt } from '@/lib/agent/request-at'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { holdWrite } from '@/lib/proposals/hold-write'
import { createStore } from '@/lib/store/stores/change-stores'
import { commandOfProposal } from '@/lib/store/proposals/proposals'
import { actorNames } from '@/lib/store/stores/name-actor'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { findText } from '@/lib/store/redaction/find-text'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { titleOf } from '@/lib/text/title-of'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { call, memory, say as words } from '@/tests/support/scripted-model-server'
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

  test.each(['memory', 'documents'] as const)(
    'what we derive from a store’s name goes with it, with the tools of %s',
    async (toolSet) => {
      const model = `named-${toolSet}-${current().kind}`
      const write =
        toolSet === 'memory'
          ? memory({ command: 'create', path: '/memories/hunterx-plans/a.md', file_text: 'x' })
          : call('memory_write', { store: 'hunterx-plans', path: '/a.md', content: 'x' })
      server.script(model, [{ parts: [write] }, { parts: [words('It is in hunterx-plans.')] }])
      const plans = await createStore(current(), { name: 'HunterX plans' })
      const rules = await createStore(current(), { name: 'Rules' })
      const stores = [{ storeId: plans.id }, { storeId: rules.id }]
      const settings = { model, toolSet }
      const opened = { settings, stores, openedBy: LOCAL_USER_ACTOR }
      const { id: sessionId } = await createSession(current(), opened)
      await say(current(), sessionId, 'Go')
      const proposalId = await holdWrite(current(), {
        storeId: plans.id,
        command: { kind: 'memory_tool', mountName: 'hunterx-plans', input: {} },
        path: '/b.md',
        kind: 'created',
        cause: { actor: LOCAL_API_ACTOR },
        rule: { id: 'rule_1', revision: 1 },
        lapseAfter: null,
      })
      const text = { text: 'HunterX', storeIds: [plans.id] }
      const { counts } = await findText(current(), text)
      const { finished } = await redactText(current(), { ...text, replacement: 'Client', cause })
      const receipt = receiptOf(await finished)
      expect(receipt?.proof?.placesLeft).toBe(0)
      expect(receipt?.rewrittenConversations).toBe(counts.conversations)
      const held = await commandOfProposal(current(), proposalId ?? '')
      const kept = [
        held,
        await eventsOf(current(), sessionId),
        await getSession(current(), sessionId),
      ]
      expect(JSON.stringify(kept)).not.toMatch(/hunterx/i)
      expect(JSON.stringify(kept)).toContain('It is in client-plans.')
      expect(held).toMatchObject({ mountName: 'client-plans' })
      await say(current(), sessionId, 'Go on')
    },
  )

  test('a session’s title that was cut within a text loses what was left of it', async () => {
    const secret = `ghp_${'0123456789'.repeat(7)}`
    const first = `The token is ${secret}`
    const { sessionId } = await sessionWith(current(), 'nobody')
    await updateSession(current(), { sessionId, title: titleOf(first) })
    await sendEvents(current(), sessionId, [{ type: 'user.message', texts: [first] }])
    await runsFinished()
    const redaction = { text: secret, replacement: '[gone]', cause }
    await (
      await redactText(current(), redaction)
    ).finished
    const { title } = await getSession(current(), sessionId)
    expect(title).toBe('The token is [gone]…')
    const names = await actorNames(current(), [sessionId])
    expect(names.get(sessionId) ?? title).toBe(title)
  })
})
