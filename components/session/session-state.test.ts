import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionNews } from '@/lib/agent/follow-session'
import type { SessionEvent, SessionEventBody, StopReason } from '@/lib/agent/session-event'
import { checkedSettings } from '@/lib/agent/session-settings'
import {
  brokenOff,
  entriesOf,
  inputSoFar,
  isRunning,
  waitingCalls,
} from './conversation/conversation-entries'
import { afterNews, afterPart, afterReconnect, type SessionState } from './session-state'

const head = (revision: number, approval: 'always_ask' | 'always_allow' = 'always_ask') => ({
  id: 'sesn_1',
  title: null,
  settings: checkedSettings({ model: 'm', approval }),
  isArchived: false,
  revision,
})

const NOTHING: SessionState = {
  events: [],
  queue: [],
  previews: [],
  head: head(1),
  gauge: {
    tokens: 0,
    estimated: 0,
    window: 200_000,
    thresholds: { warning: 60, error: 80, compaction: 92 },
    thresholdTokens: { warning: 120_000, error: 160_000, compaction: 184_000 },
    level: 'below',
  },
  review: null,
}

const said = (sequence: number): SessionEvent => ({
  type: 'agent.message',
  text: `said ${sequence}`,
  isPartial: false,
  id: `sevt_${sequence}`,
  sequence,
  createdAt: sequence,
})

/** The whole numbers between two others. */
const numbersBetween = (after: number, before: number) =>
  Array.from({ length: before - after - 1 }, (_, index) => after + 1 + index)

const all = (news: readonly SessionNews[]) => news.reduce(afterNews, NOTHING)

describe('a session in the browser', () => {
  test('holds each event once and in order, however often a stream reconnects', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 12 }), (restarts) => {
        const sequences = Array.from({ length: 10 }, (_, index) => index + 1)
        // Each connection replays everything after some known event.
        const streams = restarts.map((from, index) =>
          sequences.slice(Math.min(from, index), index + 1),
        )
        const state = all(
          [...streams.flat(), ...sequences].map((sequence) => ({
            kind: 'event',
            event: said(sequence),
          })),
        )
        const held = state.events.map(({ sequence }) => sequence ?? 0)
        expect(held).toEqual([...held].sort((one, other) => one - other))
        expect(new Set(held).size).toBe(held.length)
        expect(held.at(-1)).toBe(10)
      }),
    )
  })

  test('asks before writing as long as the newest head says so, whichever way each came', () => {
    const heads = [head(2), head(4, 'always_allow'), head(3)]
    const state = all(heads.map((each) => ({ kind: 'head', head: each })))
    expect(state.head.settings.approval).toBe('always_allow')
  })

  describe('says what broke a run off, until it runs again', () => {
    const status = (sequence: number, body: SessionEventBody) =>
      ({ ...body, id: `sevt_${sequence}`, sequence, createdAt: sequence }) as SessionEvent
    const running: SessionEventBody = { type: 'session.status_running' }
    const restedAfter = (stopReason: StopReason) => [
      status(1, running),
      status(2, { type: 'session.status_idle', stopReason }),
      said(3),
    ]

    test.each<[StopReason, 'failed' | 'stopped' | null]>([
      [{ type: 'end_turn', detail: 'done' }, null],
      [{ type: 'requires_action', eventIds: ['sevt_1'] }, null],
      [{ type: 'retries_exhausted' }, 'failed'],
      [{ type: 'end_turn', detail: 'interrupted' }, 'stopped'],
      [{ type: 'end_turn', detail: 'max_tokens' }, 'stopped'],
      [{ type: 'budget_reached', maxRequests: 50 }, 'stopped'],
      [{ type: 'refusal', explanation: null }, 'stopped'],
    ])('%o: %s', (stopReason, told) => {
      const rested = restedAfter(stopReason)
      expect(brokenOff(rested)).toBe(told)
      expect(brokenOff([...rested, status(4, running)])).toBeNull()
    })
  })

  test('shows a call that was allowed and was not written as one that waits again', () => {
    const callId = 'sevt_1'
    const bodies: SessionEventBody[] = [
      {
        ...{ type: 'agent.tool_use', name: 'memory', input: {}, modelToolUseId: 'toolu_1' },
        ...{ malformedInput: null, needsApproval: true },
      },
      {
        ...{ type: 'user.tool_confirmation', toolUseId: callId, result: 'allow' },
        ...{ denyMessage: null, isForSession: false },
      },
      { type: 'session.call_waits_again', toolUseId: callId },
    ]
    const callAfter = (count: number) => {
      const events = bodies.slice(0, count).map((body, at) => ({
        ...{ ...body, id: `sevt_${at + 1}`, sequence: at + 1, createdAt: at + 1 },
      }))
      return entriesOf(all(events.map((event) => ({ kind: 'event', event }))))[0]
    }
    expect(callAfter(1)).toMatchObject({ state: 'waiting', isWaitingAgain: false })
    expect(callAfter(2)).toMatchObject({ state: 'running', isWaitingAgain: false })
    expect(callAfter(3)).toMatchObject({ state: 'waiting', isWaitingAgain: true })
  })

  test('takes in the parts that its page came without, in any order, until nothing is missing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 8 }), (starts) => {
        const newest = all([9, 10].map((sequence) => ({ kind: 'event', event: said(sequence) })))
        const parts = starts.map((first) => [first + 1, first + 2].filter((number) => number <= 10))
        const state = parts.reduce((before, part) => afterPart(before, part.map(said)), newest)
        const held = new Set([9, 10, ...parts.flat()])
        const entries = entriesOf(state)
        const shown = entries.flatMap(({ kind, id }) => (kind === 'gap' ? [] : [id]))
        expect(shown).toEqual([...held].sort((one, other) => one - other).map((n) => said(n).id))
        const missing = entries.flatMap((entry) =>
          entry.kind === 'gap' ? numbersBetween(entry.after, entry.before) : [],
        )
        expect(missing).toEqual(numbersBetween(0, 11).filter((number) => !held.has(number)))
      }),
    )
  })

  test('shows text being generated until it is stored', () => {
    const preview = { eventId: 'sevt_1', type: 'agent.message' as const, name: null }
    const open = all([
      { kind: 'start', preview },
      { kind: 'delta', eventId: 'sevt_1', type: 'agent.message', text: 'sai' },
      { kind: 'delta', eventId: 'sevt_1', type: 'agent.message', text: 'd 1' },
    ])
    expect(entriesOf(open)).toMatchObject([{ kind: 'answer', text: 'said 1', isOpen: true }])
    const stored = afterNews(open, { kind: 'event', event: said(1) })
    expect(entriesOf(stored)).toMatchObject([{ kind: 'answer', text: 'said 1', isOpen: false }])
  })

  const logged = (bodies: readonly SessionEventBody[]) =>
    bodies.map((body, index): SessionNews => {
      const sequence = index + 1
      const event = { ...body, id: `sevt_${sequence}`, sequence, createdAt: sequence }
      return { kind: 'event', event: event as SessionEvent }
    })

  describe('tells of a retry only while it goes on', () => {
    const broken = (retry: 'retrying' | 'exhausted'): SessionEventBody => ({
      type: 'session.error',
      error: { kind: 'broken_stream', message: '', retry },
    })
    const retriesIn = (news: readonly SessionNews[]) =>
      entriesOf(all(news)).map((entry) =>
        entry.kind === 'fault' ? entry.event.error.retry : entry.kind,
      )

    test('and once, however often it is tried', () => {
      const faults = logged([broken('retrying'), broken('retrying')])
      expect(retriesIn(faults)).toEqual(['retrying'])
    })

    test('not once it has failed for good', () => {
      const faults = logged([broken('retrying'), broken('retrying'), broken('exhausted')])
      expect(retriesIn(faults)).toEqual(['exhausted'])
    })

    test('not once it has an answer', () => {
      const answer: SessionEventBody = { type: 'agent.message', text: 'Well.', isPartial: false }
      expect(retriesIn(logged([broken('retrying'), answer]))).toEqual(['answer'])
    })

    test('not once an answer is being written', () => {
      const preview = { eventId: 'sevt_9', type: 'agent.message' as const, name: null }
      expect(retriesIn([...logged([broken('retrying')]), { kind: 'start', preview }])).toEqual([
        'answer',
      ])
    })
  })

  describe('lets a failure rest once what follows succeeded', () => {
    const call: SessionEventBody = {
      type: 'agent.tool_use',
      name: 'memory',
      input: { command: 'view', path: '/memories' },
      modelToolUseId: 'toolu_1',
      malformedInput: null,
      needsApproval: false,
    }
    const result = (toolUseId: string, isError: boolean): SessionEventBody => ({
      type: 'agent.tool_result',
      toolUseId,
      content: '',
      isError,
      written: [],
      durationMs: null,
    })
    const fault: SessionEventBody = {
      type: 'session.error',
      error: { kind: 'connection', message: '', retry: 'exhausted' },
    }
    const answer: SessionEventBody = { type: 'agent.message', text: 'Well.', isPartial: false }
    const past = (bodies: readonly SessionEventBody[]) =>
      entriesOf(all(logged(bodies))).flatMap((entry) => ('isPast' in entry ? [entry.isPast] : []))

    test('a refused call once another is done', () => {
      const refused = [call, result('sevt_1', true)]
      expect(past(refused)).toEqual([false])
      expect(past([...refused, answer])).toEqual([false])
      expect(past([...refused, call, result('sevt_3', false)])).toEqual([true, false])
    })

    test('not a call that a person denied', () => {
      const denial: SessionEventBody = {
        type: 'user.tool_confirmation',
        toolUseId: 'sevt_1',
        result: 'deny',
        denyMessage: null,
        isForSession: false,
        base: null,
        content: null,
        by: null,
        isLapsed: false,
      }
      const denied = [{ ...call, needsApproval: true }, denial, result('sevt_1', true)]
      expect(past([...denied, call, result('sevt_4', false)])).toEqual([false, false])
    })

    test('a fault once the model has answered', () => {
      expect(past([fault])).toEqual([false])
      expect(past([fault, answer])).toEqual([true])
    })
  })

  describe('tells what ended an answer below its half, and once', () => {
    const half: SessionEventBody = { type: 'agent.message', text: 'A sto', isPartial: true }
    const stop: SessionEventBody = { type: 'user.interrupt' }
    const rests: SessionEventBody = {
      type: 'session.status_idle',
      stopReason: { type: 'end_turn', detail: 'interrupted' },
    }
    const kindsAfter = (news: readonly SessionNews[]) =>
      entriesOf(all(news)).map(({ kind }) => kind)

    test('when a person stopped it', () => {
      expect(kindsAfter(logged([stop, half, rests]))).toEqual(['answer', 'interrupt', 'rest'])
    })

    test('when it was stopped in two windows at once', () => {
      expect(kindsAfter(logged([stop, stop, half, rests]))).toEqual(['answer', 'interrupt', 'rest'])
    })

    test('when its session was archived', () => {
      const archived: SessionEventBody = { type: 'session.status_terminated' }
      expect(kindsAfter(logged([archived, half]))).toEqual(['answer', 'ended'])
    })

    test('while it is not stored yet', () => {
      const preview = { eventId: 'sevt_9', type: 'agent.message' as const, name: null }
      const open: SessionNews = { kind: 'start', preview }
      expect(kindsAfter([...logged([stop]), open])).toEqual(['answer', 'interrupt'])
    })

    test('and the answer to the next message stands below it', () => {
      const message: SessionEventBody = { type: 'user.message', texts: ['Shorter'] }
      const whole: SessionEventBody = { type: 'agent.message', text: 'Short', isPartial: false }
      const kinds = kindsAfter(logged([stop, half, rests, message, whole]))
      expect(kinds).toEqual(['answer', 'interrupt', 'rest', 'message', 'answer'])
    })
  })

  test('drops an aborted preview', () => {
    const preview = { eventId: 'sevt_1', type: 'agent.message' as const, name: null }
    const state = all([
      { kind: 'start', preview },
      { kind: 'dropped', eventIds: ['sevt_1'] },
    ])
    expect(entriesOf(state)).toEqual([])
  })

  test('shows nothing twice after a reconnect', () => {
    const preview = { eventId: 'sevt_1', type: 'agent.message' as const, name: null }
    const delta = { kind: 'delta', eventId: 'sevt_1', type: 'agent.message', text: 'said' } as const
    const lost = all([{ kind: 'start', preview }, delta])
    const again = [{ kind: 'start', preview } as const, delta].reduce(
      afterNews,
      afterReconnect(lost),
    )
    expect(entriesOf(again)).toMatchObject([{ text: 'said' }])
  })

  test('takes a message out of the queue when it is answered', () => {
    const message = { type: 'user.message' as const, texts: ['hi'], id: 'sevt_1', createdAt: 1 }
    const queued = all([{ kind: 'queue', messages: [{ ...message, sequence: null }] }])
    expect(entriesOf(queued)).toMatchObject([{ kind: 'message', isQueued: true }])
    const taken = afterNews(queued, { kind: 'event', event: { ...message, sequence: 1 } })
    expect(entriesOf(taken)).toMatchObject([{ kind: 'message', isQueued: false }])
  })
})

describe('a call', () => {
  const use: SessionEvent = {
    type: 'agent.tool_use',
    name: 'memory',
    input: {},
    modelToolUseId: 'toolu_1',
    malformedInput: null,
    needsApproval: true,
    id: 'sevt_1',
    sequence: 1,
    createdAt: 1,
  }
  const answer = (result: 'allow' | 'deny'): SessionEvent => ({
    type: 'user.tool_confirmation',
    toolUseId: 'sevt_1',
    result,
    denyMessage: null,
    isForSession: false,
    id: 'sevt_2',
    sequence: 2,
    createdAt: 2,
  })
  const result = (isError: boolean): SessionEvent => ({
    type: 'agent.tool_result',
    toolUseId: 'sevt_1',
    content: '',
    isError,
    written: [],
    durationMs: 1,
    id: 'sevt_3',
    sequence: 3,
    createdAt: 3,
  })
  const stateOf = (...events: SessionEvent[]) => {
    const [call] = entriesOf({ ...NOTHING, events })
    return call?.kind === 'call' ? call.state : null
  }

  test('waits, runs, and is done or refused', () => {
    expect(stateOf(use)).toBe('waiting')
    expect(stateOf({ ...use, needsApproval: false })).toBe('running')
    expect(stateOf(use, answer('allow'))).toBe('running')
    expect(stateOf(use, answer('allow'), result(false))).toBe('done')
    expect(stateOf(use, answer('deny'), result(true))).toBe('refused')
    expect(waitingCalls(entriesOf({ ...NOTHING, events: [use] }))).toHaveLength(1)
  })

  test('is identified by the complete part of its input', () => {
    const json = '{"command":"create","path":"/memories/a \\"b\\".md","file_text":"half of a te'
    expect(inputSoFar(json)).toEqual({ command: 'create', path: '/memories/a "b".md' })
    expect(inputSoFar('{"comm')).toEqual({})
  })
})

test('the agent is running from its start until it rests', () => {
  const running: SessionEvent = {
    type: 'session.status_running',
    id: 'a',
    sequence: 1,
    createdAt: 1,
  }
  const idle: SessionEvent = {
    type: 'session.status_idle',
    stopReason: { type: 'end_turn', detail: 'done' },
    id: 'b',
    sequence: 2,
    createdAt: 2,
  }
  expect(isRunning([running, said(2)])).toBe(true)
  expect(isRunning([running, said(2), { ...idle, sequence: 3 }])).toBe(false)
  expect(isRunning([])).toBe(false)
})
