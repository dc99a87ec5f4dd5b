import { describe, expect, test } from 'vitest'
import type { CreateSessionInput } from '@/lib/agent/create-session'
import { getSession } from '@/lib/agent/get-session'
import { runsFinished } from '@/lib/agent/run-sessions'
import { updateSession } from '@/lib/agent/change-session'
import { continueSession, sendEvents } from '@/lib/agent/send-events'
import { CONTINUE_REQUEST } from '@/lib/context/compaction-prompt'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { onSqlite } from '@/tests/support/databases'
import { factOf, forgetfulAgent, sizeOf } from '@/tests/support/forgetful-agent'
import { modelServer } from '@/tests/support/model-server'
import {
  say as words,
  type ScriptedStep,
  create,
  view,
} from '@/tests/support/scripted-model-server'
import { eventsOfType, say, sessionWith, typesOf } from '@/tests/support/sessions'
import { asksForSummary, asksToSave, summaryOf, toldIn } from '@/tests/support/summaries'

const server = modelServer()

type ContextInput = NonNullable<CreateSessionInput['settings']['context']>

let names = 0
const modelOf = (...steps: ScriptedStep[]) => {
  const model = `compacted-${++names}`
  server.script(model, steps)
  return model
}

const SUMMARY = summaryOf('Looking after the tea.')
/** An answer that fills the window with this many tokens. */
const full = (text: string, input_tokens: number): ScriptedStep => ({
  parts: [words(text)],
  usage: { input_tokens, output_tokens: 10 },
})
const WINDOW = 10_000
const asked = { type: 'user.compaction' as const }
const plain: ContextInput = { window: WINDOW, compaction: { savesFirst: false } }

onSqlite((current) => {
  const compact = async (sessionId: string, instructions?: string) => {
    await sendEvents(current(), sessionId, [{ ...asked, instructions }])
    await runsFinished()
  }
  const opened = (model: string, context: ContextInput = plain, memories = {}) =>
    sessionWith(current(), model, memories, { context })
  const compactions = (sessionId: string) =>
    eventsOfType(current(), sessionId, 'agent.thread_context_compacted')
  const failures = (sessionId: string) =>
    eventsOfType(current(), sessionId, 'context.compaction_failed')
  const contextOf = async (sessionId: string) => (await getSession(current(), sessionId)).context

  describe('a session driven past its window', () => {
    test('continues over three compactions and loses nothing in its memory', async () => {
      const model = `forgetful-${current().kind}`
      const steps = 100
      server.rule(model, forgetfulAgent(steps, 'It rains, and so it goes on. '.repeat(30)))
      server.know(model, { count: sizeOf })
      const window = 12_000
      const { sessionId, storeId } = await sessionWith(
        current(),
        model,
        {},
        {
          context: { window },
          maxRequests: 200,
        },
      )
      await say(current(), sessionId, `Do ${steps} steps.`)

      const done = await compactions(sessionId)
      expect(done.length).toBeGreaterThanOrEqual(3)
      expect(await failures(sessionId)).toEqual([])
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'end_turn',
        detail: 'done',
      })
      const facts = Array.from({ length: steps }, (_, index) => factOf(index + 1))
      const { content } = await getMemory(current(), { storeId, path: '/facts.md', view: 'full' })
      expect(content).toBe(`${facts.join('\n')}\n`)
      const last = server.requests(model).at(-1)
      for (const fact of facts.slice(0, -1)) expect(JSON.stringify(last)).toContain(fact)
      for (const request of server.requests(model)) expect(sizeOf(request)).toBeLessThan(window)
      for (const { tokensBefore, tokensAfter, isCounted, restored } of done) {
        expect(tokensBefore).toBeGreaterThanOrEqual(window * 0.92)
        expect(tokensAfter).toBeLessThan(tokensBefore)
        expect(isCounted).toBe(true)
        expect(restored).toMatchObject([{ shownPath: '/memories/facts.md', state: 'whole' }])
      }
      const { compactions: count, savedTokens } = await contextOf(sessionId)
      expect(count).toBe(done.length)
      expect(savedTokens).toBe(
        done.reduce((sum, each) => sum + each.tokensBefore - each.tokensAfter, 0),
      )
    })

    test('keeps the whole conversation readable', async () => {
      const model = modelOf(full('One.', 9_500), { parts: [words(SUMMARY)] }, full('Two.', 100))
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await typesOf(current(), sessionId)).toEqual([
        'user.message',
        'session.status_running',
        'agent.message',
        'session.status_idle',
        'user.message',
        'session.status_running',
        'context.compaction_start',
        'context.summary_written',
        'agent.thread_context_compacted',
        'agent.message',
        'session.status_idle',
      ])
    })

    test('an unanswered message stays verbatim', async () => {
      const model = modelOf(full('One.', 9_500), { parts: [words(SUMMARY)] }, full('Two.', 100))
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second, word by word')
      const last = server.requests(model).at(-1)
      expect(last?.messages).toHaveLength(1)
      const texts = (last?.messages[0]?.content ?? []) as { text: string }[]
      expect(texts.at(-1)?.text).toBe('Second, word by word')
      expect(texts[0]?.text).toContain('Looking after the tea.')
      expect(toldIn(last as never)).not.toContain('First')
    })

    test('a request that the agent works on stays verbatim, and is answered', async () => {
      const model = modelOf(
        { parts: [view()], usage: { input_tokens: 9_500 } },
        { parts: [words(SUMMARY)] },
        { parts: [view()], usage: { input_tokens: 300 } },
        { parts: [view()], usage: { input_tokens: 9_600 } },
        { parts: [view()], usage: { input_tokens: 9_600 } },
        { parts: [words(SUMMARY)] },
        full('The answer.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'Which tea,\n  word by word?')
      expect(await compactions(sessionId)).toMatchObject([
        { kept: ['Which tea,\n  word by word?'], isUnderWay: true },
        { kept: ['Which tea,\n  word by word?'], isUnderWay: true },
      ])
      const last = server.requests(model).at(-1)
      expect(last?.messages).toHaveLength(1)
      const texts = (last?.messages[0]?.content ?? []) as { text: string }[]
      expect(texts.at(-1)?.text).toBe('Which tea,\n  word by word?')
      expect(texts[0]?.text).toContain(CONTINUE_REQUEST)
      const answers = await eventsOfType(current(), sessionId, 'agent.message')
      expect(answers.at(-1)?.text).toBe('The answer.')
    })

    test('a message that fills the window by itself is cut to leave room', async () => {
      const long = 'Read this. '.repeat(2_500)
      const model = modelOf(
        { parts: [view()], usage: { input_tokens: 9_500 } },
        { parts: [words(SUMMARY)] },
        full('Read.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, long)
      const [compacted] = await compactions(sessionId)
      expect(long.startsWith(compacted?.kept[0]?.slice(0, 15_000) ?? 'none')).toBe(true)
      expect(compacted?.tokensAfter).toBeLessThan(WINDOW * 0.6)
    })

    test('an answer that filled the window is followed by a compaction', async () => {
      const model = modelOf(
        full('One.', 100),
        { parts: [words('Half of')], stopReason: 'model_context_window_exceeded' },
        { parts: [words(SUMMARY)] },
        full('Whole.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await compactions(sessionId)).toMatchObject([{ cause: 'full' }])
      const answers = await eventsOfType(current(), sessionId, 'agent.message')
      expect(answers.at(-1)?.text).toBe('Whole.')
    })

    test('a request that the server finds too long is followed by a compaction', async () => {
      const model = modelOf(
        full('One.', 100),
        {
          status: 400,
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
        { parts: [words(SUMMARY)] },
        full('Here.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await compactions(sessionId)).toMatchObject([{ cause: 'full', kept: ['Second'] }])
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Here.')
      expect(await eventsOfType(current(), sessionId, 'session.error')).toEqual([])
    })

    test('if only an estimate reaches the threshold, the server is asked to count', async () => {
      const long = 'tea '.repeat(2_000)
      const model = modelOf(full('One.', 8_000), full('Two.', 8_500))
      server.know(model, { count: () => 8_600 })
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, long)
      expect(await compactions(sessionId)).toEqual([])
      const uncounted = modelOf(full('One.', 8_000), { parts: [words(SUMMARY)] }, full('Two.', 90))
      const { sessionId: other } = await opened(uncounted)
      await say(current(), other, 'First')
      await say(current(), other, long)
      expect(await compactions(other)).toHaveLength(1)
    })

    test('is left alone if compaction is off', async () => {
      const model = modelOf(full('One.', 9_999), full('Two.', 9_999))
      const { sessionId } = await opened(model, { ...plain, compactAt: 'off' })
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await compactions(sessionId)).toEqual([])
    })

    test('is compacted at the threshold of its own window, as its server reports it', async () => {
      const model = modelOf(full('One.', 930), { parts: [words(SUMMARY)] }, full('Two.', 10))
      server.know(model, { window: 1_000 })
      const { sessionId } = await opened(model, { compaction: { savesFirst: false } })
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await compactions(sessionId)).toHaveLength(1)
      expect((await contextOf(sessionId)).window).toBe(1_000)
    })
  })

  describe('before a compaction', () => {
    test('the agent may write to its memory, and those calls are calls like any other', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [create('/memories/plan.md', 'Buy tea.\n')], usage: { input_tokens: 9_600 } },
        { parts: [words('Written down.')], usage: { input_tokens: 9_700 } },
        { parts: [words(SUMMARY)] },
        full('Two.', 100),
      )
      const { sessionId, storeId } = await opened(model, { window: WINDOW })
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [save, after, summary] = server.requests(model).slice(1)
      expect(save && asksToSave(save)).toBe(true)
      expect(after && asksForSummary(after)).toBe(false)
      expect(summary && asksForSummary(summary)).toBe(true)
      const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
      expect(use?.input).toMatchObject({ command: 'create' })
      const plan = await getMemory(current(), { storeId, path: '/plan.md', view: 'full' })
      expect(plan.content).toBe('Buy tea.\n')
      const [compacted] = await compactions(sessionId)
      expect(compacted?.restored).toMatchObject([{ text: 'Buy tea.\n' }])
      expect(compacted?.kept).toEqual(['Second'])
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Two.')
    })

    test('a write that needs approval waits for the person, and then the run continues', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [create('/memories/plan.md', 'Buy tea.\n')] },
        { parts: [words('Written down.')] },
        { parts: [words(SUMMARY)] },
        full('Two.', 100),
      )
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        {
          context: { window: WINDOW },
          approval: 'always_ask',
        },
      )
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [use] = await eventsOfType(current(), sessionId, 'agent.tool_use')
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'requires_action',
        eventIds: [use?.id],
      })
      await sendEvents(current(), sessionId, [
        { type: 'user.tool_confirmation', toolUseId: use?.id ?? '', result: 'allow' },
      ])
      await runsFinished()
      expect(await compactions(sessionId)).toHaveLength(1)
    })

    test('a failed turn to save does not block the summary', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { status: 400, type: 'invalid_request_error', message: 'no' },
        { parts: [words(SUMMARY)] },
        full('Two.', 100),
      )
      const { sessionId } = await opened(model, { window: WINDOW })
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await compactions(sessionId)).toHaveLength(1)
    })

    test('a read-only agent is not asked to write', async () => {
      const model = modelOf(full('One.', 9_500), { parts: [words(SUMMARY)] }, full('Two.', 100))
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        { context: { window: WINDOW } },
        'read_only',
      )
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(server.requests(model).some(asksToSave)).toBe(false)
      expect(await compactions(sessionId)).toHaveLength(1)
    })
  })

  describe('a compaction by hand', () => {
    test('is made at once, with the person’s instructions, and waits for the next message', async () => {
      const model = modelOf(full('One.', 500), { parts: [words(SUMMARY)] }, full('Two.', 100))
      const { sessionId } = await opened(model, {
        window: WINDOW,
        compaction: { savesFirst: false, instructions: 'Always keep the recipes.' },
      })
      await say(current(), sessionId, 'First')
      await compact(sessionId, 'Keep the name of the cat.')
      const [, request] = server.requests(model)
      const prompt = toldIn(request as never)
      expect(prompt).toContain('Always keep the recipes.')
      expect(prompt).toContain('Keep the name of the cat.')
      expect(await compactions(sessionId)).toMatchObject([{ cause: 'asked', goesOn: false }])
      expect((await getSession(current(), sessionId)).status).toBe('idle')
      await say(current(), sessionId, 'Second')
      expect(toldIn(server.requests(model).at(-1) as never)).toContain('Looking after the tea.')
    })

    test('is made by the configured model, without tools, at temperature zero if it takes one', async () => {
      const writer = modelOf({ parts: [words(SUMMARY)] })
      const model = modelOf(full('One.', 500))
      const { sessionId } = await opened(model, {
        window: WINDOW,
        compaction: { savesFirst: false, model: writer, maxTokens: 4_000 },
      })
      await say(current(), sessionId, 'First')
      await compact(sessionId)
      const [request] = server.requests(writer)
      expect(request).toMatchObject({ temperature: 0, max_tokens: 4_000 })
      expect(request?.tools).toBeUndefined()
      expect(await eventsOfType(current(), sessionId, 'context.summary_written')).toMatchObject([
        { model: writer },
      ])
    })

    test('a model that takes no temperature is asked without one', async () => {
      const model = modelOf(
        full('One.', 500),
        {
          status: 400,
          type: 'invalid_request_error',
          message: '`temperature` is deprecated for this model.',
        },
        { parts: [words(SUMMARY)] },
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await compact(sessionId)
      expect(server.requests(model).at(-1)?.temperature).toBeUndefined()
      expect(await compactions(sessionId)).toHaveLength(1)
    })

    test('while the agent works it is made between two answers, and the agent continues', async () => {
      let release = () => {}
      const until = new Promise<void>((resolve) => (release = resolve))
      const model = modelOf(
        full('One.', 100),
        { parts: [words('I look.'), view()], holdAfter: 1, until },
        { parts: [words(SUMMARY)] },
        full('Done.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      const running = say(current(), sessionId, 'Second')
      await expect.poll(() => server.requests(model).length).toBe(2)
      await sendEvents(current(), sessionId, [asked])
      release()
      await running
      expect(await compactions(sessionId)).toMatchObject([{ cause: 'asked', goesOn: true }])
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Done.')
    })

    test('is refused before the first answer, and during another', async () => {
      const model = modelOf(full('One.', 500), { parts: [words(SUMMARY)] })
      const { sessionId } = await opened(model, {
        window: WINDOW,
        compaction: { savesFirst: false, isReviewed: true },
      })
      await expect(sendEvents(current(), sessionId, [asked])).rejects.toMatchObject({
        problem: { kind: 'nothing_to_compact' },
      })
      await say(current(), sessionId, 'First')
      await compact(sessionId)
      await expect(sendEvents(current(), sessionId, [asked])).rejects.toMatchObject({
        problem: { kind: 'compaction_under_way' },
      })
    })

    test('after an error the agent still owes its answer, and gives it when asked to continue', async () => {
      const model = modelOf(
        full('One.', 500),
        { status: 400, type: 'invalid_request_error', message: 'no' },
        { parts: [words(SUMMARY)] },
        full('Two.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      await compact(sessionId)
      expect(await compactions(sessionId)).toMatchObject([
        { goesOn: false, isUnanswered: true, kept: ['Second'] },
      ])
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'retries_exhausted',
      })
      await continueSession(current(), sessionId)
      await runsFinished()
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Two.')
    })

    test('is cancelled if the person stops the agent', async () => {
      let release = () => {}
      const until = new Promise<void>((resolve) => (release = resolve))
      const model = modelOf(full('One.', 100), { parts: [words('Slow.')], holdAfter: 1, until })
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      const running = say(current(), sessionId, 'Second')
      await expect.poll(() => server.requests(model).length).toBe(2)
      await sendEvents(current(), sessionId, [asked, { type: 'user.interrupt' }])
      await running
      release()
      expect(await eventsOfType(current(), sessionId, 'context.compaction_start')).toEqual([])
      expect((await getSession(current(), sessionId)).status).toBe('idle')
    })
  })

  describe('a summary that a person reviews', () => {
    const reviewed: ContextInput = {
      window: WINDOW,
      compaction: { savesFirst: false, isReviewed: true },
    }
    const waiting = async (...after: ScriptedStep[]) => {
      const model = modelOf(full('One.', 9_500), { parts: [words(SUMMARY)] }, ...after)
      const { sessionId } = await opened(model, reviewed)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [start] = await eventsOfType(current(), sessionId, 'context.compaction_start')
      return { model, sessionId, startId: start?.id ?? '' }
    }
    const answer = async (sessionId: string, event: object) => {
      await sendEvents(current(), sessionId, [
        { type: 'user.compaction_confirmation', ...event } as never,
      ])
      await runsFinished()
    }

    test('waits, and takes effect as the person edited it', async () => {
      const { model, sessionId, startId } = await waiting(full('Two.', 100))
      const [written] = await eventsOfType(current(), sessionId, 'context.summary_written')
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'requires_action',
        eventIds: [written?.id],
      })
      expect(await compactions(sessionId)).toEqual([])
      await answer(sessionId, { startId, result: 'allow', summary: 'In my words.' })
      expect(await compactions(sessionId)).toMatchObject([
        { summary: 'In my words.', isEdited: true },
      ])
      const told = toldIn(server.requests(model).at(-1) as never)
      expect(told).toContain('In my words.')
      expect(told).not.toContain('Looking after the tea.')
    })

    test('takes effect unchanged if the person edits nothing', async () => {
      const { sessionId, startId } = await waiting(full('Two.', 100))
      await answer(sessionId, { startId, result: 'allow' })
      expect(await compactions(sessionId)).toMatchObject([{ summary: SUMMARY, isEdited: false }])
    })

    test('changes nothing if the person rejects it, and the agent answers', async () => {
      const { model, sessionId, startId } = await waiting(full('Two.', 100))
      await answer(sessionId, { startId, result: 'deny' })
      expect(await failures(sessionId)).toMatchObject([{ reason: 'denied' }])
      expect(toldIn(server.requests(model).at(-1) as never)).toContain('First')
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Two.')
    })

    test('accepts no confirmation before it exists', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [create('/memories/plan.md', 'Buy tea.\n')] },
        { parts: [words('Written down.')] },
        { parts: [words(SUMMARY)] },
      )
      const { sessionId } = await sessionWith(
        current(),
        model,
        {},
        { context: { window: WINDOW, compaction: { isReviewed: true } }, approval: 'always_ask' },
      )
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [start] = await eventsOfType(current(), sessionId, 'context.compaction_start')
      await expect(
        answer(sessionId, { startId: start?.id, result: 'allow', summary: 'Mine.' }),
      ).rejects.toMatchObject({ problem: { kind: 'summary_not_waiting' } })
    })

    test('is not asked about twice', async () => {
      const { sessionId, startId } = await waiting(full('Two.', 100))
      await answer(sessionId, { startId, result: 'allow' })
      await expect(answer(sessionId, { startId, result: 'deny' })).rejects.toMatchObject({
        problem: { kind: 'summary_not_waiting' },
      })
    })

    test('is abandoned if the person stops the agent', async () => {
      const { sessionId } = await waiting()
      await sendEvents(current(), sessionId, [{ type: 'user.interrupt' }])
      await runsFinished()
      expect(await failures(sessionId)).toMatchObject([{ reason: 'interrupted' }])
      expect((await getSession(current(), sessionId)).stopReason).toEqual({
        type: 'end_turn',
        detail: 'interrupted',
      })
    })
  })

  describe('a failed compaction', () => {
    const cases: { reason: string; step: ScriptedStep; message?: string; settings?: object }[] = [
      { reason: 'empty', step: { parts: [] } },
      { reason: 'sections_missing', step: { parts: [words('It rained.')] }, message: 'Pending' },
      { reason: 'cut_off', step: { parts: [words(SUMMARY)], stopReason: 'max_tokens' } },
      {
        reason: 'refusal',
        step: { parts: [], stopReason: 'refusal', explanation: 'I would rather not.' },
        message: 'I would rather not.',
      },
      {
        reason: 'timeout',
        step: { parts: [words(SUMMARY)], holdAfter: 2, until: new Promise<void>(() => {}) },
        settings: { timeoutSeconds: 1 },
      },
      { reason: 'broken_stream', step: { parts: [words(SUMMARY)], cutAfter: 5 } },
      {
        reason: 'broken_stream',
        step: { parts: [words(SUMMARY)], failAfter: 5, type: 'overloaded_error' },
      },
      {
        reason: 'request_refused',
        step: { status: 400, type: 'invalid_request_error', message: 'max_tokens is too large' },
        message: 'max_tokens is too large',
      },
      {
        reason: 'model_not_found',
        step: { status: 404, type: 'not_found_error', message: 'model: gone' },
      },
    ]
    for (const [index, { reason, step, message = '', settings }] of cases.entries()) {
      test(`${reason} (${index + 1}): everything stays unchanged, the reason is kept, and it is not retried at once`, async () => {
        const model = modelOf(full('One.', 9_500), step, full('Two.', 9_600), full('Three.', 9_700))
        const { sessionId } = await opened(model, {
          window: WINDOW,
          compaction: { savesFirst: false, ...settings },
        })
        await say(current(), sessionId, 'First')
        const before = server.requests(model).length
        await say(current(), sessionId, 'Second')
        const [failure, ...others] = await failures(sessionId)
        expect(others).toEqual([])
        expect(failure).toMatchObject({ reason, cause: 'mark' })
        expect(failure?.message).toContain(message)
        expect(failure?.tokensBefore).toBeGreaterThan(9_500)
        // One request for the summary, then the answer: the unchanged conversation, and the
        // message.
        expect(server.requests(model)).toHaveLength(before + 2)
        const told = toldIn(server.requests(model).at(-1) as never)
        for (const text of ['First', 'One.', 'Second']) expect(told).toContain(text)
        expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe(
          'Two.',
        )
        await say(current(), sessionId, 'Third')
        expect(await failures(sessionId)).toHaveLength(1)
        expect((await contextOf(sessionId)).failures).toBe(1)
      })
    }

    test('is retried after some answers', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [] },
        full('Two.', 9_510),
        full('Three.', 9_520),
        full('Four.', 9_530),
        { parts: [words(SUMMARY)] },
        full('Five.', 100),
      )
      const { sessionId } = await opened(model)
      for (const text of ['1', '2', '3', '4', '5']) await say(current(), sessionId, text)
      expect(await failures(sessionId)).toHaveLength(1)
      expect(await compactions(sessionId)).toHaveLength(1)
    })

    test('a stop midway leaves the session unchanged, and the message to be answered', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [words(SUMMARY)], holdAfter: 3, until: new Promise<void>(() => {}) },
        full('Two.', 100),
      )
      const { sessionId } = await opened(model)
      await say(current(), sessionId, 'First')
      const running = say(current(), sessionId, 'Second')
      await expect.poll(() => server.requests(model).length).toBe(2)
      await sendEvents(current(), sessionId, [{ type: 'user.interrupt' }])
      await running
      expect(await failures(sessionId)).toMatchObject([{ reason: 'interrupted' }])
      await say(current(), sessionId, 'Third')
      const told = toldIn(server.requests(model).at(-1) as never)
      for (const text of ['First', 'One.', 'Second', 'Third']) expect(told).toContain(text)
    })

    test('after the turn to save, the agent is told that nothing changed and answers the person', async () => {
      const model = modelOf(
        full('One.', 9_500),
        { parts: [words('Nothing to write.')] },
        { parts: [] },
        full('Two.', 100),
      )
      const { sessionId } = await opened(model, { window: WINDOW })
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const last = server.requests(model).at(-1)
      expect(last?.messages.at(-1)?.role).toBe('user')
      expect(toldIn(last as never)).toContain('was not summarised after all')
      expect((await eventsOfType(current(), sessionId, 'agent.message')).at(-1)?.text).toBe('Two.')
    })
  })

  describe('restored memories', () => {
    test('are those the session read or wrote, latest first, long ones cut and named', async () => {
      const long = 'All about tea. '.repeat(3_000)
      const model = modelOf(
        { parts: [view('/memories/read.md'), view('/memories/long.md')] },
        { parts: [create('/memories/new.md', 'Fresh.\n')] },
        full('One.', 500),
        { parts: [words(SUMMARY)] },
        full('Two.', 100),
      )
      const roomy = { ...plain, window: 100_000 }
      const { sessionId } = await opened(model, roomy, {
        '/read.md': 'Known.\n',
        '/long.md': long,
        '/never.md': 'Not touched.\n',
      })
      await say(current(), sessionId, 'First')
      await compact(sessionId)
      const [compacted] = await compactions(sessionId)
      const states = compacted?.restored.map(({ shownPath, state }) => [shownPath, state])
      expect(new Map(states as [string, string][])).toEqual(
        new Map([
          ['/memories/new.md', 'whole'],
          ['/memories/read.md', 'whole'],
          ['/memories/long.md', 'cut'],
        ]),
      )
      await say(current(), sessionId, 'Second')
      const told = toldIn(server.requests(model).at(-1) as never)
      expect(told).toContain('Fresh.')
      expect(told).toContain('[Cut: only the first 8,192 of about')
      expect(told).not.toContain('Not touched.')
    })

    test('have their current content, whoever changed them', async () => {
      const model = modelOf({ parts: [view('/memories/a.md')] }, full('One.', 500), {
        parts: [words(SUMMARY)],
      })
      const { sessionId, storeId } = await opened(model, plain, { '/a.md': 'Old.\n' })
      await say(current(), sessionId, 'First')
      const { id: memoryId } = await getMemory(current(), { storeId, path: '/a.md' })
      const cause = { actor: LOCAL_USER_ACTOR }
      await updateMemory(current(), { storeId, memoryId, content: 'New.\n', cause })
      await createMemory(current(), { storeId, path: '/b.md', content: 'Else.\n', cause })
      await compact(sessionId)
      expect((await compactions(sessionId))[0]?.restored).toMatchObject([{ text: 'New.\n' }])
    })
  })

  describe('the API’s own compaction', () => {
    const byApi: ContextInput = { window: 200_000, compaction: { by: 'api' } }

    test('is requested at the threshold, and its block is sent back unchanged', async () => {
      const block = {
        type: 'compaction' as const,
        content: 'Summed up.',
        encrypted_content: 'c2Vj',
      }
      const model = modelOf(
        {
          parts: [block, words('Going on.')],
          usage: {
            input_tokens: 23_000,
            output_tokens: 1_000,
            iterations: [
              { type: 'compaction', input_tokens: 180_000, output_tokens: 3_500 },
              { type: 'message', input_tokens: 23_000, output_tokens: 1_000 },
            ],
          },
        },
        full('Two.', 100),
      )
      const { sessionId } = await opened(model, byApi)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      const [first, second] = server.requests(model)
      expect(first?.context_management).toEqual({
        edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 184_000 } }],
      })
      expect(server.lastHeaders(model)['anthropic-beta']).toContain('compact-2026-01-12')
      expect(second?.messages[1]).toEqual({
        role: 'assistant',
        content: [block, { type: 'text', text: 'Going on.' }],
      })
      expect(await compactions(sessionId)).toMatchObject([
        { by: 'api', tokensBefore: 180_000, tokensAfter: 23_000, isCounted: true },
      ])
      const [end] = await eventsOfType(current(), sessionId, 'span.model_request_end')
      expect(end?.usage).toMatchObject({ inputTokens: 203_000, outputTokens: 4_500 })
      expect(end?.windowUsage).toMatchObject({ inputTokens: 23_000 })
    })

    test('is sent as a block to the model that made it, with its header, and as text to any other', async () => {
      const block = { type: 'compaction' as const, content: 'Summed up.' }
      const model = modelOf({ parts: [block, words('Going on.')] }, full('Two.', 100))
      const other = modelOf(full('Three.', 100))
      const { sessionId } = await opened(model, byApi)
      await say(current(), sessionId, 'First')
      const own = { context: { compaction: { by: 'palimpsest' as const } } }
      await updateSession(current(), { sessionId, settings: own })
      await say(current(), sessionId, 'Second')
      expect(server.requests(model).at(-1)?.context_management).toBeUndefined()
      expect(server.lastHeaders(model)['anthropic-beta']).toContain('compact-2026-01-12')
      await updateSession(current(), { sessionId, settings: { model: other } })
      await say(current(), sessionId, 'Third')
      const told = toldIn(server.requests(other).at(-1) as never)
      expect(told).toContain('Summed up.')
      expect(told).not.toContain('"compaction"')
      expect(told).not.toContain('First')
    })

    test('a summary that the API could not make is a failure, and its block is sent back as well', async () => {
      const block = { type: 'compaction' as const, content: null, encrypted_content: null }
      const model = modelOf({ parts: [block, words('Going on.')] }, full('Two.', 100))
      const { sessionId } = await opened(model, byApi)
      await say(current(), sessionId, 'First')
      await say(current(), sessionId, 'Second')
      expect(await failures(sessionId)).toMatchObject([{ reason: 'api_summary_failed' }])
      expect(server.requests(model).at(-1)?.messages[1]?.content).toEqual([
        block,
        { type: 'text', text: 'Going on.' },
      ])
    })
  })
})
