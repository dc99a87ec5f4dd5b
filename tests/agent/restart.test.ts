import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, describe, expect, test } from 'vitest'
import { getSession } from '@/lib/agent/get-session'
import { recoverAbandonedSessions } from '@/lib/agent/resume-sessions'
import { runsFinished } from '@/lib/agent/run-sessions'
import { continueSession, sendEvents } from '@/lib/agent/send-events'
import { listVersions } from '@/lib/store/versions/read-versions'
import { bundle } from '@/tests/support/bundle'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { memory, say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith, typesOf } from '@/tests/support/sessions'

const server = modelServer()
let program = ''
beforeAll(async () => {
  program = await bundle('session-process', 'tests/agent/session-process.ts')
})

const never = new Promise<void>(() => {})
const create = memory({ command: 'create', path: '/memories/a.md', file_text: 'x\n' })

/** Runs a session in another process. */
function runElsewhere(url: string, sessionId: string): ChildProcess {
  return spawn(process.execPath, [program, url, sessionId], {
    env: { ...process.env, ANTHROPIC_BASE_URL: server.url },
    stdio: 'inherit',
  })
}

async function kill(child: ChildProcess): Promise<void> {
  // An idle process exits by itself, and reports it only once.
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

onBothDatabases((current, url) => {
  describe('a server killed during a run', () => {
    test('keeps the partial answer, says what happened, and can continue', async () => {
      const model = `killed-while-speaking-${current().kind}`
      const text = 'The beginning of a long answer that the server did not live to hear the end of.'
      server.script(model, [
        { parts: [words(text)], holdAfter: 4, until: never },
        { parts: [words('Whole.')] },
      ])
      const { sessionId } = await sessionWith(current(), model)
      const child = runElsewhere(url(), sessionId)
      const draft = () =>
        current().read.get<{ draft: string | null }>('SELECT draft FROM sessions WHERE id = ?', [
          sessionId,
        ])
      await expect.poll(async () => (await draft())?.draft).toContain('The beginning')
      expect(await recoverAbandonedSessions(current())).toBe(0)
      await kill(child)
      expect(await recoverAbandonedSessions(current())).toBe(1)
      expect(await typesOf(current(), sessionId)).toEqual([
        'user.message',
        'session.status_running',
        'agent.message',
        'session.error',
        'session.status_idle',
      ])
      expect(await eventsOfType(current(), sessionId, 'agent.message')).toMatchObject([
        { isPartial: true },
      ])
      expect(await eventsOfType(current(), sessionId, 'session.error')).toMatchObject([
        { error: { kind: 'restarted' } },
      ])
      await continueSession(current(), sessionId)
      await runsFinished()
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe(
        'Whole.',
      )
      expect(server.requests(model).at(-1)?.messages).toHaveLength(1)
    })

    test('does not run a call again', async () => {
      const model = `killed-after-writing-${current().kind}`
      server.script(model, [
        { parts: [create] },
        { parts: [words('x')], holdAfter: 0, until: never },
        { parts: [words('Done.')] },
      ])
      const { storeId, sessionId } = await sessionWith(current(), model)
      const child = runElsewhere(url(), sessionId)
      await expect.poll(() => server.requests(model).length).toBe(2)
      await kill(child)
      // As if the process was killed after the write and before storing its result.
      await current().write((tx) =>
        tx.run(
          `DELETE FROM session_events WHERE type IN ('agent.tool_result', 'span.model_request_start') AND session_key = (SELECT key FROM sessions WHERE id = ?)`,
          [sessionId],
        ),
      )
      await recoverAbandonedSessions(current())
      await continueSession(current(), sessionId)
      await runsFinished()
      const { versions } = await listVersions(current(), { storeId, limit: 9 })
      expect(versions).toHaveLength(1)
      expect(await eventsOfType(current(), sessionId, 'agent.tool_result')).toMatchObject([
        { isError: false, written: [{ storeId, versionId: versions[0]?.id }] },
      ])
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'end_turn',
        detail: 'done',
      })
    })

    test('a call that waits for a person still waits', async () => {
      const model = `killed-while-waiting-${current().kind}`
      server.script(model, [{ parts: [create] }, { parts: [words('Done.')] }])
      const { storeId, sessionId } = await sessionWith(
        current(),
        model,
        {},
        { approval: 'always_ask' },
      )
      const child = runElsewhere(url(), sessionId)
      const reason = async () => (await getSession(current(), sessionId)).stopReason
      await expect.poll(async () => (await reason())?.type).toBe('requires_action')
      await kill(child)
      await recoverAbandonedSessions(current())
      const waiting = await reason()
      const toolUseId = waiting?.type === 'requires_action' ? (waiting.eventIds[0] ?? '') : ''
      await sendEvents(current(), sessionId, [
        { type: 'user.tool_confirmation', toolUseId, result: 'allow' },
      ])
      await runsFinished()
      expect((await listVersions(current(), { storeId, limit: 9 })).versions).toHaveLength(1)
    })

    test('a message that was sent to another process is answered once', async () => {
      const model = `two-processes-${current().kind}`
      let release = () => {}
      const until = new Promise<void>((resolve) => (release = resolve))
      server.script(model, [
        { parts: [words('One')], holdAfter: 0, until },
        { parts: [words('Two')] },
      ])
      const { sessionId } = await sessionWith(current(), model)
      const child = runElsewhere(url(), sessionId)
      await expect.poll(() => server.requests(model).length).toBe(1)
      await sendEvents(current(), sessionId, [{ type: 'user.message', texts: ['And?'] }])
      await runsFinished()
      release()
      await expect
        .poll(async () =>
          (await eventsOfType(current(), sessionId, 'agent.message')).map(({ text }) => text),
        )
        .toEqual(['One', 'Two'])
      await kill(child)
    })

    test('during a summary leaves the conversation unchanged, and answers the person', async () => {
      const model = `killed-while-summarising-${current().kind}`
      server.script(model, [
        { parts: [words('One.')], usage: { input_tokens: 9_500 } },
        { parts: [words('## Request')], holdAfter: 2, until: never },
        { parts: [words('Two.')], usage: { input_tokens: 9_600 } },
      ])
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        {
          context: { window: 10_000, compaction: { savesFirst: false } },
        },
      )
      await say(current(), sessionId, 'First')
      const child = runElsewhere(url(), sessionId)
      await expect.poll(() => server.requests(model).length).toBe(2)
      await kill(child)
      await recoverAbandonedSessions(current())
      expect(await eventsOfType(current(), sessionId, 'context.compaction_failed')).toMatchObject([
        { reason: 'restarted', tokensBefore: expect.any(Number) as number },
      ])
      await continueSession(current(), sessionId)
      await runsFinished()
      const told = JSON.stringify(server.requests(model).at(-1)?.messages)
      for (const text of ['First', 'One.', 'Go']) expect(told).toContain(text)
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Two.')
    })
  })
})
