import { vi } from 'vitest'
import { database } from '@/lib/db'
import { textOf } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { recoverSessions } from '@/lib/sessions/recover'
import { sendEvents } from '@/lib/sessions/send'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect, test } from '@/tests/support/fixtures'
import { start } from '@/tests/support/killed'
import { gate, say as words } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { of } from '@/tests/support/talk'
import { opened, reasonOf, saying } from '@/tests/support/turns'

const server = modelServer()
const ENTRY = 'tests/durability/conversing-process.ts'

describe('two servers on one session', () => {
  test('answer each message once, whoever takes it', async ({ db: { url } }) => {
    const { opened: until, open } = gate()
    const held = { parts: [words('One')], holdAfter: 0, until }
    const model = server.scripted(held, { parts: [words('Two')] })
    const { sessionId } = await opened(model)
    const going = await start({ entry: ENTRY, args: [url, sessionId, 'Go'] })
    await server.asked(model)
    await saying(sessionId, 'And?')
    open()
    expect(await going.begun).toBe('rests')
    const events = await eventsAfter(sessionId, 0)
    expect(of(events, 'user.message').map(textOf)).toEqual(['Go', 'And?'])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['One', 'Two'])
  })

  test('stop what the other one does', async ({ db: { url } }) => {
    const model = server.scripted({ silent: true })
    const { sessionId } = await opened(model)
    const going = await start({ entry: ENTRY, args: [url, sessionId, 'Go'] })
    await server.asked(model)
    await sendEvents(sessionId, [{ type: 'user.interrupt' }], BY_PERSON)
    expect(await going.begun).toBe('rests')
    expect(await reasonOf(sessionId)).toEqual({ type: 'end_turn', detail: 'interrupted' })
  })

  test('leave a run alone that the other one has, though their clocks are apart', async ({
    db: { url },
  }) => {
    const { opened: until, open } = gate()
    const model = server.scripted({ parts: [words('One')], holdAfter: 0, until })
    const { sessionId } = await opened(model)
    const going = await start({ entry: ENTRY, args: [url, sessionId, 'Go'] })
    await server.asked(model)
    // Only servers on one PostgreSQL are on several machines.
    const apart = database().kind === 'sqlite' ? [0] : [0, 60_000, -60_000]
    for (const by of apart) {
      vi.setSystemTime(Date.now() + by)
      await recoverSessions(new Date(Date.now() + 1_000))
      vi.useRealTimers()
    }
    open()
    expect(await going.begun).toBe('rests')
    expect(of(await eventsAfter(sessionId, 0), 'session.error')).toEqual([])
  })
})
