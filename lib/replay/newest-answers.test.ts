import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { answeredTurn, modelThat } from '@/tests/support/answered-turns'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { newestAnswers } from './newest-answers'
import { replaysFinished } from './run-replays'
import { startCause } from './start-cause'

const server = modelServer()
const FILES = { '/deploy.md': 'Deploys go out on Fridays.\n', '/a.md': 'A.\n', '/b.md': 'B.\n' }
const check = { type: 'contains', text: 'on fridays' } as const

onBothDatabases((current) => {
  test('the answers that came last are told, the newest first, with what was shown to each', async () => {
    const db = current()
    const model = modelThat(server, (sent) =>
      sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.',
    )
    const turn = await answeredTurn(db, model, FILES)
    const id = await startCause(db, { ...turn, check, by: LOCAL_USER_ACTOR })
    await replaysFinished()
    const all = await newestAnswers(db, { id, limit: 500 })
    expect(await newestAnswers(db, { id, limit: 3 })).toEqual(all.slice(0, 3))
    expect(all.at(-1)).toMatchObject({ purpose: 'baseline', hidden: 0, text: 'On Fridays.' })
    expect(all.every(({ held, text }) => held === (text === 'On Fridays.'))).toBe(true)
    expect(await newestAnswers(db, { id: 'cause_none', limit: 3 })).toEqual([])
  })
})
