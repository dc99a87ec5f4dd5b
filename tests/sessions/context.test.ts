import { textOf } from '@/lib/sessions/event'
import { SUMMARY_REQUEST, SUMMARY_SECTIONS } from '@/lib/sessions/summary'
import { describe, expect } from '@/tests/support/fixtures'
import {
  create,
  DONE,
  gate,
  say as words,
  type ScriptedStep,
  view,
} from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { refused } from '@/tests/support/refused'
import { of, test } from '@/tests/support/talk'
import { written } from '@/tests/support/written'

/** What a model is sent: every request again from the log, summaries in its place, reminders before it. */

const server = modelServer()

const FULL: ScriptedStep = { parts: [words('Full.')], usage: { input_tokens: 950 } }
const SMALL = { context: { window: 1_000 } }

const summaryOf = (text: string) =>
  SUMMARY_SECTIONS.map(({ title }) => `## ${title}\n${text}`).join('\n\n')
const summarises = (text: string): ScriptedStep => ({ parts: [words(summaryOf(text))] })
const compact = { type: 'user.compaction', instructions: 'Keep the names.' }

const sent = (model: string, at = -1) => JSON.stringify(server.requests(model).at(at)?.messages)

describe('a summary', () => {
  test('is made when asked for, and stands in the conversation’s place', async ({ talk }) => {
    const model = server.scripted(DONE, summarises('About Ada.'), DONE)
    const { say, send, rest } = await talk(model)
    await say('Ada likes tea')
    await send(compact)
    expect((await rest()).map(({ type }) => type)).toEqual([
      'user.compaction',
      'session.status_running',
      'context.compaction_start',
      'agent.thread_context_compacted',
      'session.status_idle',
    ])
    expect(sent(model)).toContain('Keep the names.')
    await say('And?')
    expect(sent(model)).toContain('About Ada.')
    expect(sent(model)).not.toContain('Ada likes tea')
  })

  test('is asked for without tools, and tells what it cost', async ({ talk }) => {
    const step = { ...summarises('x'), usage: { input_tokens: 600, output_tokens: 50 } }
    const first = { input_tokens: 500, cache_read_input_tokens: 15 }
    const model = server.scripted({ ...DONE, usage: first }, step)
    const { say, send, rest, row } = await talk(model)
    await say('Go')
    await send(compact)
    const [compacted] = of(await rest(), 'agent.thread_context_compacted')
    expect(compacted).toMatchObject({ cause: 'asked', tokens_before: expect.any(Number) as number })
    expect(compacted?.model_usage).toMatchObject({ input_tokens: 600, output_tokens: 50 })
    expect((await row()).usage).toMatchObject({ input_tokens: 1_100, cache_read_input_tokens: 15 })
    expect(server.requests(model)[1]).toMatchObject({ temperature: 0 })
    expect(server.requests(model)[1]).not.toHaveProperty('tools')
  })

  test('is made at the threshold, before the next answer', async ({ talk }) => {
    const model = server.scripted(FULL, summarises('So far.'), DONE)
    const { say } = await talk(model, { palimpsest: SMALL })
    await say('First')
    const events = await say('Second, word for word')
    expect(of(events, 'agent.thread_context_compacted')).toMatchObject([
      { cause: 'threshold', kept_messages: ['Second, word for word'] },
    ])
    expect(sent(model)).toContain('Second, word for word')
    expect(events.at(-1)).toMatchObject({ stop_reason: { type: 'end_turn' } })
  })

  test('is made where the server finds the conversation too long', async ({ talk }) => {
    const tooLong = { status: 400, type: 'invalid_request_error', message: 'prompt is too long' }
    const model = server.scripted(DONE, tooLong, summarises('So far.'), DONE)
    const { say } = await talk(model)
    await say('First')
    const events = await say('Second')
    expect(of(events, 'agent.thread_context_compacted')).toMatchObject([{ cause: 'full' }])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['Done.'])
  })

  test('in the middle of work is followed by the work', async ({ talk }) => {
    const works = { parts: [view()], usage: { input_tokens: 950 } }
    const model = server.scripted(works, summarises('At work.'), DONE)
    const { say } = await talk(model, { palimpsest: SMALL })
    const events = await say('Look')
    expect(of(events, 'agent.thread_context_compacted')).toMatchObject([
      { goes_on: true, kept_messages: ['Look'] },
    ])
    expect(of(events, 'agent.message').map(textOf)).toEqual(['Done.'])
  })

  test('has the memories beside it that were read and written', async ({ talk, store }) => {
    await written(store.id, { '/read.md': 'what was read', '/other.md': 'never looked at' })
    const parts = [view('/memories/read.md'), create('/memories/new.md', 'what was written')]
    const model = server.scripted({ parts }, DONE, summarises('x'), DONE)
    const { say, send, rest } = await talk(model, {
      palimpsest: { context: { reminders: { listing: false } } },
    })
    await say('Go')
    await send(compact)
    const [compacted] = of(await rest(), 'agent.thread_context_compacted')
    expect(compacted?.restored_memories.map(({ path, text }) => [path, text])).toEqual([
      ['/memories/new.md', 'what was written'],
      ['/memories/read.md', 'what was read'],
    ])
    await say('And?')
    for (const text of ['what was read', 'what was written']) expect(sent(model)).toContain(text)
  })

  test.for<[string, ScriptedStep]>([
    ['sections_missing', { parts: [words('All is well.')] }],
    ['request_refused', { status: 400, type: 'invalid_request_error', message: 'No.' }],
    ['broken_stream', { ...summarises('x'), cutAfter: 3 }],
  ])('that fails (%s) leaves the next request as it would be', async ([reason, step], { talk }) => {
    const model = server.scripted(DONE, step, DONE)
    const untouched = server.scripted(DONE, DONE)
    const { say, send, rest } = await talk(model)
    await say('First')
    await send(compact)
    expect(of(await rest(), 'context.compaction_failed')).toMatchObject([{ reason }])
    await say('Second')
    const other = await talk(untouched)
    await other.say('First')
    await other.say('Second')
    expect({ ...server.requests(model).at(-1), model: untouched }).toEqual(
      server.requests(untouched).at(-1),
    )
  })

  test('is given up where the person stops, and nothing is lost', async ({ talk }) => {
    const model = server.scripted(
      FULL,
      { ...summarises('x'), holdAfter: 2, until: gate().opened },
      DONE,
    )
    const { say, send, rest } = await talk(model, { palimpsest: SMALL })
    await say('First')
    await send('Second')
    await server.asked(model, 2)
    await send({ type: 'user.interrupt' })
    expect(of(await rest(), 'context.compaction_failed')).toMatchObject([{ reason: 'interrupted' }])
    await say('Third')
    for (const text of ['First', 'Second', 'Third']) expect(sent(model)).toContain(text)
  })

  test('is not asked for before there is an answer, nor twice', async ({ talk }) => {
    const held = { ...summarises('x'), holdAfter: 1, until: gate().opened }
    const model = server.scripted(DONE, held)
    const { id, say, send, sessions } = await talk(model)
    const ask = () => sessions.events.send(id, { events: [compact as never] })
    expect(await refused(ask())).toMatchObject({ status: 400 })
    await say('Go')
    await send(compact)
    expect(await refused(ask())).toMatchObject({ status: 409 })
    await send({ type: 'user.interrupt' })
  })

  test('is made by the model that is set for it', async ({ talk }) => {
    const model = server.scripted(DONE, DONE)
    const other = server.scripted(summarises('x'))
    const palimpsest = { context: { compaction: { model: other } } }
    const { say, send, rest } = await talk(model, { palimpsest })
    await say('Go')
    await send(compact)
    expect(of(await rest(), 'agent.thread_context_compacted')).toMatchObject([{ model: other }])
    expect(JSON.stringify(server.requests(other)[0])).toContain(SUMMARY_REQUEST)
  })
})

describe('a reminder', () => {
  test('lists memories before the first message, as words of nobody', async ({ talk, store }) => {
    await written(store.id, { '/a.md': 'one\n' })
    const model = server.scripted(DONE, DONE)
    const { say } = await talk(model)
    const events = await say('Hi')
    expect(of(events, 'context.reminder')).toMatchObject([
      { is_meta: true, sections: [{ kind: 'listing' }], late: [] },
    ])
    const [first] = server.requests(model)[0]?.messages ?? []
    expect(first?.content).toMatchObject([
      {
        text: expect.stringMatching(
          /^<system-reminder>[^]*\/memories\/a\.md[^]*<\/system-reminder>$/,
        ) as string,
      },
      { text: 'Hi' },
    ])
    expect(of(await say('And?'), 'context.reminder')).toEqual([])
  })
})

describe('settings', () => {
  test('that change are recorded with the next request, and hold for it', async ({ talk }) => {
    const model = server.scripted(DONE, DONE, DONE)
    const { id, say, sessions } = await talk(model)
    const starts = async (text: string) => of(await say(text), 'span.model_request_start')
    expect(await starts('1')).toMatchObject([{ settings: { max_tokens: 16_000 } }])
    await sessions.update(id, { palimpsest: { max_tokens: 99 } } as object)
    expect(await starts('2')).toMatchObject([{ settings: { max_tokens: 99 } }])
    expect(server.requests(model).at(-1)).toMatchObject({ max_tokens: 99 })
    expect((await starts('3'))[0]).not.toHaveProperty('settings')
  })

  test('must make sense', async ({ talk }) => {
    const { id, sessions } = await talk(server.scripted())
    const update = (palimpsest: object) => refused(sessions.update(id, { palimpsest } as object))
    expect((await update({ context: { warning_at: 90 } })).message).toMatch(/must ascend/)
    expect((await update({ context: { window: 5 } })).message).toMatch(/context\.window/)
    expect((await update({ tool_set: 'bash' })).message).toMatch(/tool_set/)
    expect((await update({ colour: 'blue' })).message).toMatch(/colour/)
  })
})
