import { afterEach, expect, test, vi } from 'vitest'
import { AnswerCollector } from '@/lib/agent/core/answer-collector'
import { SessionLog } from '@/lib/agent/core/session-log'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith } from '@/tests/support/sessions'

const server = modelServer()
afterEach(() => vi.restoreAllMocks())

onSqlite((current) => {
  const answering = (name: string) => {
    const model = `${name}-${current().kind}`
    server.script(
      model,
      [1, 2, 3].map((count) => ({ parts: [words(`Answer ${count}.`)] })),
    )
    return model
  }
  const written = () => {
    const lines: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    return lines
  }

  test('our own mistake while an answer streams is reported as one, logged with its stack, and not retried', async () => {
    const model = answering('mistaken')
    const log = written()
    vi.spyOn(AnswerCollector.prototype, 'take').mockImplementation(function misread() {
      throw new TypeError('a secret of the answer')
    })
    const { sessionId } = await sessionWith(current(), model)
    await say(current(), sessionId, 'Go')
    expect(server.requests(model)).toHaveLength(1)
    expect(await eventsOfType(current(), sessionId, 'session.error')).toMatchObject([
      { error: { kind: 'internal', retry: 'exhausted' } },
    ])
    const line = log.find((each) => each.includes('a session failed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ session: sessionId, error: 'TypeError' })
    expect(line).toContain('misread')
    expect(line).not.toContain('secret')
  })

  test('an answer that cannot be stored is not requested again, however the database failed', async () => {
    const model = answering('unstored')
    written()
    const append = Reflect.get<SessionLog, 'append'>(SessionLog.prototype, 'append')
    let isBroken = true
    vi.spyOn(SessionLog.prototype, 'append').mockImplementation(function (
      this: SessionLog,
      events,
    ) {
      if (isBroken && events.some(({ type }) => type === 'agent.message')) {
        isBroken = false
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      }
      return append.call(this, events)
    })
    const { sessionId } = await sessionWith(current(), model)
    await say(current(), sessionId, 'Go')
    expect(server.requests(model)).toHaveLength(1)
    expect(await eventsOfType(current(), sessionId, 'session.error')).toMatchObject([
      { error: { kind: 'internal' } },
    ])
  })
})
