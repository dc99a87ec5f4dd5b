import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { say, sessionWith } from '@/tests/support/sessions'
import { getSession } from './get-session'
import { firstWaitingCall, lastMessages } from './last-messages'
import { runsFinished } from './run-sessions'
import { sendEvents } from './send-events'
import { PRACTICE_MODEL } from './session-settings'

onBothDatabases((current) => {
  test('the last message of each session is the agent’s, or the person’s while it waits', async () => {
    const db = current()
    const { sessionId: done } = await sessionWith(db, PRACTICE_MODEL)
    const { sessionId: silent } = await sessionWith(db, PRACTICE_MODEL)
    const { sessionId: waits } = await sessionWith(
      db,
      PRACTICE_MODEL,
      {},
      { approval: 'always_ask' },
    )
    await say(db, done, 'Remember that tea is green')
    await say(db, waits, 'Remember that milk is white')
    const last = await lastMessages(db, [done, silent, waits])
    expect(last.get(done)).toEqual({
      by: 'agent',
      text: expect.stringContaining('tea is green') as string,
    })
    expect(last.has(silent)).toBe(false)
    expect(last.has(waits)).toBe(true)
  })

  test('the first call that waits, until it is answered', async () => {
    const db = current()
    const { sessionId } = await sessionWith(db, PRACTICE_MODEL, {}, { approval: 'always_ask' })
    await say(db, sessionId, 'Remember that tea is green')
    const call = await firstWaitingCall(db, await getSession(db, sessionId))
    expect(call?.input).toMatchObject({ command: 'create' })
    const toolUseId = call?.id ?? ''
    await sendEvents(db, sessionId, [{ type: 'user.tool_confirmation', toolUseId, result: 'deny' }])
    await runsFinished()
    expect(await firstWaitingCall(db, await getSession(db, sessionId))).toBeNull()
  })
})
