import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { updateSession } from '@/lib/agent/change-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words } from '@/tests/support/scripted-model-server'
import { sessionWith } from '@/tests/support/sessions'

const server = modelServer()

onSqlite((current) => {
  test('a session that runs reads its log when it changes, not when others do', async () => {
    let open = () => {}
    const until = new Promise<void>((resolve) => (open = resolve))
    const model = 'reads-its-own-changes'
    server.script(model, [{ parts: [words('Slow.')], holdAfter: 1, until }])
    const running = await sessionWith(current(), model)
    const other = await sessionWith(current(), model)
    const message = { type: 'user.message', texts: ['Hello'] } as const
    await sendEvents(current(), running.sessionId, [message])
    await expect.poll(() => server.requests(model).length).toBe(1)
    const read = vi.spyOn(current().read, 'all')
    onTestFinished(() => read.mockRestore())
    const logsRead = () =>
      read.mock.calls.filter(([text]) => /FROM session_events/.test(text)).length
    const rename = async (sessionId: string, title: string) => {
      await updateSession(current(), { sessionId, title, mayLoosen: true })
      await nextTurn()
    }
    for (let change = 0; change < 5; change++) await rename(other.sessionId, `other ${change}`)
    expect(logsRead()).toBe(0)
    await rename(running.sessionId, 'own')
    await expect.poll(logsRead).toBeGreaterThan(0)
    open()
    await runsFinished()
  })
})
