import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { say, sessionWith } from '@/tests/support/sessions'
import { appendEvents } from './core/append-events'
import { openSession } from './core/rows'
import { getSession } from './get-session'
import { firstWaitingCall, lastFault } from './what-stopped'
import { runsFinished } from './run-sessions'
import { sendEvents } from './send-events'
import { PRACTICE_MODEL } from './session-settings'

onBothDatabases((current) => {
  test('what went wrong last is known, and nothing of a session in which nothing did', async () => {
    const db = current()
    const { sessionId: done } = await sessionWith(db, PRACTICE_MODEL)
    await say(db, done, 'Remember that tea is green')
    expect(await lastFault(db, done)).toBeNull()
    await db.write(async (tx) => {
      await appendEvents(tx, await openSession(tx, done), [
        { type: 'session.error', error: { kind: 'rate_limited', message: '', retry: 'exhausted' } },
      ])
    })
    expect(await lastFault(db, done)).toBe('rate_limited')
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
