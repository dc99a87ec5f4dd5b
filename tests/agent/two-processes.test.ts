import { expect, test } from 'vitest'
import { getSession } from '@/lib/agent/get-session'
import { queuedMessages } from '@/lib/agent/list-session-events'
import { runsFinished, startRun } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { getAheadOf, type Statement } from '@/tests/support/interleave'
import { modelServer } from '@/tests/support/model-server'
import { create, type ModelServer, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

// What one process does just as another ends its run of the session.

const server = modelServer()

let names = 0
const modelOf = (...steps: Parameters<ModelServer['script']>[1]) => {
  const model = `two-processes-${++names}`
  server.script(model, steps)
  return model
}

const asks = { approval: 'always_ask' } as const
const message = (text: string) => ({ type: 'user.message' as const, texts: [text] })

const saysThatItIsIdle: Statement = (text, params) =>
  text.startsWith('INSERT INTO session_events') && params[3] === 'session.status_idle'

const givesTheSessionBack: Statement = (text) =>
  text.startsWith('UPDATE sessions SET runner = NULL')

onBothDatabases((current) => {
  const said = async (sessionId: string) =>
    (await eventsOfType(current(), sessionId, 'agent.message')).map(({ text }) => text)
  const stopReason = async (sessionId: string) =>
    (await getSession(current(), sessionId)).stopReason
  const openCall = async (sessionId: string) =>
    (await eventsOfType(current(), sessionId, 'agent.tool_use')).at(-1)?.id ?? ''
  const allow = async (sessionId: string) =>
    sendEvents(current(), sessionId, [
      {
        type: 'user.tool_confirmation',
        toolUseId: await openCall(sessionId),
        result: 'allow',
      },
    ])

  test('a message that arrives while an idle run releases the session is answered', async () => {
    const { sessionId } = await sessionWith(current(), modelOf({ parts: [words('Here.')] }))
    const late = () => sendEvents(current(), sessionId, [message('Are you there?')])
    await startRun(getAheadOf(current(), givesTheSessionBack, late), sessionId)
    await runsFinished()
    expect(await said(sessionId)).toEqual(['Here.'])
    expect(await queuedMessages(current(), sessionId)).toEqual([])
  })

  test('a message that arrives while a run ends is answered', async () => {
    const model = modelOf({ parts: [words('One.')] }, { parts: [words('Two.')] })
    const { sessionId } = await sessionWith(current(), model)
    const late = () => sendEvents(current(), sessionId, [message('Second')])
    await say(getAheadOf(current(), saysThatItIsIdle, late), sessionId, 'First')
    expect(await said(sessionId)).toEqual(['One.', 'Two.'])
  })

  test('a call allowed while its run stores that it waits is run', async () => {
    const model = modelOf({ parts: [create('/memories/a.md', 'x')] }, { parts: [words('Done.')] })
    const { storeId, sessionId } = await sessionWith(current(), model, {}, asks)
    const db = getAheadOf(current(), saysThatItIsIdle, () => allow(sessionId))
    await say(db, sessionId, 'Write')
    expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
    expect(await stopReason(sessionId)).toEqual({ type: 'end_turn', detail: 'done' })
  })

  test('a call allowed while a later message finds it waiting is run', async () => {
    const model = modelOf(
      { parts: [create('/memories/a.md', 'x')] },
      { parts: [words('Done.')] },
      { parts: [words('And this.')] },
    )
    const { sessionId } = await sessionWith(current(), model, {}, asks)
    await say(current(), sessionId, 'Write')
    await say(
      getAheadOf(current(), givesTheSessionBack, () => allow(sessionId)),
      sessionId,
      'And?',
    )
    expect(await said(sessionId)).toEqual(['Done.', 'And this.'])
  })

  test('an interrupt while a run stores that it waits leaves the call undone', async () => {
    const { storeId, sessionId } = await sessionWith(
      current(),
      modelOf({ parts: [create('/memories/a.md', 'x')] }),
      {},
      asks,
    )
    const stop = () => sendEvents(current(), sessionId, [{ type: 'user.interrupt' }])
    await say(getAheadOf(current(), saysThatItIsIdle, stop), sessionId, 'Write')
    expect((await listVersions(current(), { storeId, limit: 9 })).versions).toEqual([])
    expect(await stopReason(sessionId)).toEqual({ type: 'end_turn', detail: 'interrupted' })
  })
})
