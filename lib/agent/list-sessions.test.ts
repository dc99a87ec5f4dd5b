import { expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { appendEvents } from './core/append-events'
import { openSession } from './core/rows'
import { countSessionsSince } from './count-sessions-since'
import { createSession } from './create-session'
import { listSessions } from './list-sessions'
import type { ListSessionsInput } from './sql/listed-sessions'
import type { StopReason } from './session-event'

onSqlite((current) => {
  const sessionOf = async (title: string, model: string, instructions?: string) => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const { id } = await createSession(current(), {
      title,
      settings: { model, instructions },
      stores: [{ storeId }],
      openedBy: LOCAL_USER_ACTOR,
    })
    return id
  }

  const titlesOf = async (filter: Partial<ListSessionsInput>) => {
    const { sessions } = await listSessions(current(), { limit: 10, ...filter })
    return sessions.map(({ title }) => title)
  }

  test('sessions are listed by what their title holds, in any case, and by their model alone', async () => {
    await sessionOf('Ship 100% of it', 'opus', '"model":"sonnet"')
    await sessionOf('Ship half', 'sonnet')
    expect(await titlesOf({ titlePart: 'ship' })).toEqual(['Ship half', 'Ship 100% of it'])
    expect(await titlesOf({ titlePart: '0%' })).toEqual(['Ship 100% of it'])
    expect(await titlesOf({ titlePart: 's_ip' })).toEqual([])
    expect(await titlesOf({ model: 'sonnet' })).toEqual(['Ship half'])
  })

  test('sessions are listed by what they need', async () => {
    const db = current()
    const idleFor = async (id: string, stopReason: StopReason) => {
      await db.write(async (tx) => {
        await appendEvents(tx, await openSession(tx, id), [
          { type: 'session.status_idle', stopReason },
        ])
      })
    }
    await sessionOf('Rests', 'opus')
    await idleFor(await sessionOf('Waits', 'opus'), {
      type: 'requires_action',
      eventIds: ['evt_1'],
    })
    await idleFor(await sessionOf('Failed', 'opus'), { type: 'retries_exhausted' })
    expect(await titlesOf({ state: 'waiting' })).toEqual(['Waits'])
    expect(await titlesOf({ state: 'failed' })).toEqual(['Failed'])
    expect(await titlesOf({ state: 'running' })).toEqual([])
  })

  test('sessions in which something happened since a time are counted', async () => {
    const before = Date.now()
    await sessionOf('One', 'opus')
    expect(await countSessionsSince(current(), before)).toBe(1)
    expect(await countSessionsSince(current(), Date.now() + 1_000)).toBe(0)
  })
})
