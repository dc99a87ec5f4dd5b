import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  asksFor,
  beginsCompaction,
  broke,
  call,
  compacted,
  decided,
  half,
  logOf,
  notCompacted,
  person,
  reminder,
  rests,
  result,
  runs,
  settingsOf,
  stopped,
  usage,
} from '@/tests/support/session-log'
import { contextState } from './context'
import type { NewEvent } from './event'
import { type Beside, CONTEXT_FULL, nextStep, openCalls } from './next-step'

const WINDOW = 1_000
const FULL = { model_usage: usage({ input_tokens: 950 }) }

function stepAfter(bodies: readonly NewEvent[], more: Partial<Beside> = {}) {
  const events = logOf(...bodies)
  const context = contextState(events)
  return nextStep(events, { queued: 0, settings: settingsOf(), context, window: WINDOW, ...more })
}

const kindAfter = (bodies: readonly NewEvent[], more?: Partial<Beside>) =>
  stepAfter(bodies, more).kind

const said = [runs, person('Hi')]
const asks = (id: string) => call(id, { evaluated_permission: 'ask' })

describe('at rest', () => {
  test.for<[string, NewEvent[], number, string]>([
    ['nothing is done', [], 0, 'rest'],
    ['the first message is taken', [], 1, 'take'],
    ['the next message is taken', [...said, agent('Hi'), answered(), rests()], 1, 'take'],
    ['after an error nothing is tried again', [...said, broke(), rests()], 0, 'rest'],
    ['an interrupt stops nothing that comes after it', [rests(), stopped], 1, 'take'],
    [
      'a message waits behind calls that wait',
      [...said, asks('c'), answered('tool_use'), rests({ type: 'requires_action', event_ids: [] })],
      1,
      'rest',
    ],
  ])('%s', ([, log, queued, kind]) => {
    expect(kindAfter(log, { queued })).toBe(kind)
  })
})

describe('the model is asked', () => {
  test.for<[string, NewEvent[]]>([
    ['once a person has spoken', said],
    ['with a reminder beside', [...said, reminder('x')]],
    ['again after a request that failed', [...said, asked(), broke()]],
    ['again after an answer that broke off', [...said, asked(), half('Well'), broke()]],
    ['again where the process ended before the answer', [...said, asked()]],
    ['once every call has its result', [...said, call('c'), answered('tool_use'), result('c')]],
    ['to go on where it paused', [...said, agent('Well'), answered('pause_turn')]],
    ['after a summary, where it was at work', [runs, compacted({ goes_on: true })]],
    ['after a summary that failed', [...said, beginsCompaction(), notCompacted()]],
    ['where a person continues after an error', [...said, broke(), rests(), runs]],
  ])('%s', ([, log]) => expect(kindAfter(log)).toBe('ask'))

  test('at most so often for one message', () => {
    const settings = settingsOf({ max_requests: 2 })
    const one = [call('a'), answered('tool_use'), result('a')]
    const two = [call('b'), answered('tool_use'), result('b')]
    expect(kindAfter([...said, ...one], { settings })).toBe('ask')
    expect(stepAfter([...said, ...one, ...two], { settings })).toEqual({
      kind: 'end',
      reason: { type: 'budget_reached', max_requests: 2 },
    })
    expect(kindAfter([...said, ...one, ...two, person('On')], { settings })).toBe('ask')
    expect(kindAfter([...said, ...one, ...two, rests(), runs], { settings })).toBe('ask')
    const summarised = compacted({ goes_on: true, requests: 1 })
    expect(kindAfter([summarised], { settings })).toBe('ask')
    expect(kindAfter([summarised, ...two], { settings })).toBe('end')
  })
})

describe('a run ends', () => {
  test.for<[string, NewEvent[], object]>([
    ['with its answer', [agent('Hi'), answered()], { type: 'end_turn' }],
    ['cut off', [agent('Hi'), answered('max_tokens')], { type: 'end_turn', detail: 'max_tokens' }],
    ['stopped', [asked(), stopped], { type: 'end_turn', detail: 'interrupted' }],
    [
      'archived',
      [asked(), { type: 'session.status_terminated' }],
      { type: 'end_turn', detail: 'interrupted' },
    ],
    ['stopped before its calls', [call('c'), answered(), stopped], { detail: 'interrupted' }],
  ])('%s', ([, log, reason]) => {
    expect(stepAfter([...said, ...log])).toMatchObject({ kind: 'end', reason })
  })

  test('only once all messages were taken, unless it was stopped', () => {
    const done = [...said, agent('Hi'), answered()]
    expect(kindAfter(done, { queued: 1 })).toBe('take')
    expect(kindAfter([...said, asked(), stopped], { queued: 1 })).toBe('end')
  })
})

describe('calls', () => {
  const calls = (...more: NewEvent[]) => [
    ...said,
    call('a'),
    asks('b'),
    asks('c'),
    call('d'),
    answered('tool_use'),
    ...more,
  ]

  test.for<[string, NewEvent[], object]>([
    ['those before one that waits are run', [], { kind: 'call', call: { id: 'a' } }],
    ['then the person is waited for', [result('a')], { kind: 'wait', ids: ['b', 'c'] }],
    ['in any order', [result('a'), decided('c', 'allow')], { kind: 'wait', ids: ['b'] }],
    [
      'they are run in the model’s once all are decided',
      [result('a'), decided('c', 'allow'), decided('b', 'deny')],
      { kind: 'call', call: { id: 'b' }, verdict: { result: 'deny' } },
    ],
    [
      'one after another',
      [result('a'), decided('b', 'allow'), decided('c', 'allow'), result('b')],
      { kind: 'call', call: { id: 'c' }, verdict: { result: 'allow' } },
    ],
    [
      'to the last',
      [decided('b', 'allow'), decided('c', 'allow'), result('a'), result('b'), result('c')],
      { kind: 'call', call: { id: 'd' }, verdict: null },
    ],
  ])('%s', ([, more, step]) => expect(stepAfter(calls(...more))).toMatchObject(step))

  test('what stood open when a person spoke is open no more', () => {
    expect(openCalls(logOf(...calls(person('Never mind'))))).toEqual([])
  })
})

describe('a summary', () => {
  const answer = [asked(), agent('Hi'), answered('end_turn', FULL)]
  const over = [...said, ...answer, person('More')]

  test.for<[string, NewEvent[], string]>([
    ['comes when asked for', [...said, ...answer, rests(), asksFor(), runs], 'compact'],
    ['comes after open calls', [...said, call('c'), answered('tool_use'), asksFor()], 'call'],
    ['comes once', [...said, asksFor(), beginsCompaction(), notCompacted(), ...answer], 'end'],
    ['is taken back by an interrupt', [rests(), asksFor(), stopped, ...said], 'ask'],
    ['comes at the threshold', over, 'compact'],
    ['does not come where nothing is owed', [...said, ...answer], 'end'],
    ['is not tried again at once', [...over, beginsCompaction(), notCompacted()], 'ask'],
  ])('%s', ([, log, kind]) => expect(kindAfter(log)).toBe(kind))

  test('has what a person asked for', () => {
    expect(stepAfter([...said, ...answer, asksFor('Names')])).toEqual({
      kind: 'compact',
      cause: 'asked',
      instructions: 'Names',
    })
  })

  test('does not come by itself where it is off', () => {
    const settings = settingsOf({ context: { compact_at: 'off' } })
    expect(kindAfter(over, { settings })).toBe('ask')
  })

  test('makes room where the conversation does not fit, and not twice', () => {
    const full = [...said, ...answer, person('More'), asked(), answered(CONTEXT_FULL)]
    expect(stepAfter(full)).toMatchObject({ kind: 'compact', cause: 'full' })
    const failed = [...full, beginsCompaction(), notCompacted({ cause: 'full' })]
    expect(kindAfter([...failed, asked(), answered(CONTEXT_FULL, { is_error: true })])).toBe('end')
  })
})
