import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'
import { askedBefore } from './asked-before'
import { PRACTICE_MODEL } from './session-settings'

onBothDatabases((current) => {
  test('what a session was asked before a change is its last message before that', async () => {
    const db = current()
    const { sessionId } = await sessionWith(db, PRACTICE_MODEL)
    await say(db, sessionId, 'Remember that tea is green')
    await say(db, sessionId, 'Remember that coffee is black')
    const [first, second] = await eventsOfType(db, sessionId, 'user.message')
    if (!first || !second) throw new Error('not asked twice')
    expect(await askedBefore(db, sessionId, first.createdAt)).toBe('Remember that tea is green')
    expect(await askedBefore(db, sessionId, second.createdAt)).toBe('Remember that coffee is black')
    expect(await askedBefore(db, sessionId, first.createdAt - 1)).toBeNull()
    expect(await askedBefore(db, 'sesn_none', second.createdAt)).toBeNull()
  })
})
