import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { onSqlite } from '@/tests/support/databases'
import { sessionWith } from '@/tests/support/sessions'
import { Run } from './run'

onSqlite((current) => {
  test('a pause leaves nothing that listens to the run’s end, and a stopped run does not pause', async () => {
    const { sessionId } = await sessionWith(current(), 'some-model')
    const run = await Run.begin(current(), sessionId)
    if (!run) throw new Error('the session has a run already')
    const listening = () => getEventListeners(run.signal, 'abort').length
    const before = listening()
    for (let pauses = 0; pauses < 3; pauses++) await run.pause(1)
    expect(listening()).toBe(before)
    run.stop('shutdown')
    await run.pause(3_600_000)
    expect(listening()).toBe(before)
  })
})
