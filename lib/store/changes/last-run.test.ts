import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { lastRun } from './sessions'
import { type Actor, LOCAL_USER_ACTOR } from '../model/actor'

const at = 1_700_000_000_000

onBothDatabases((current) => {
  const emptyStore = async () => (await createStore(current(), { name: 'Runs' })).id
  const write = (storeId: string, second: number, paths: readonly string[], actor: Actor) =>
    applyMoment(current(), {
      storeId,
      at: at + second * 1000,
      batch: null,
      steps: paths.map((path) => ({ op: 'write', path, content: path })),
      cause: actor.type === 'session' ? { actor, sessionId: actor.id } : { actor },
    })
  const session = (id: string): Actor => ({ type: 'session', id })

  test('the last run begins after the last change of another session', async () => {
    const storeId = await emptyStore()
    await write(storeId, 1, ['/a', '/b'], session('sesn_a'))
    await write(storeId, 2, ['/c'], session('sesn_b'))
    await write(storeId, 3, ['/d'], session('sesn_b'))
    expect(await lastRun(current(), storeId)).toEqual({ kind: 'session', after: 2 })
  })

  test('a person’s changes end the run of a session', async () => {
    const storeId = await emptyStore()
    await write(storeId, 1, ['/a'], LOCAL_USER_ACTOR)
    await write(storeId, 2, ['/b'], session('sesn_a'))
    await write(storeId, 3, ['/c'], LOCAL_USER_ACTOR)
    expect(await lastRun(current(), storeId)).toEqual({ kind: 'actor', after: 2 })
  })

  test('what one alone wrote is one run from the beginning', async () => {
    const storeId = await emptyStore()
    expect(await lastRun(current(), storeId)).toBeNull()
    await write(storeId, 1, ['/a'], session('sesn_a'))
    await write(storeId, 2, ['/b'], session('sesn_a'))
    expect(await lastRun(current(), storeId)).toEqual({ kind: 'session', after: 0 })
  })
})
