import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asks,
  began,
  broke,
  call,
  compacted,
  compactedByApi,
  confirmed,
  firstOf,
  type Logged,
  logOf,
  notCompacted,
  notCompactedByApi,
  person,
  reminder,
  result,
  summarised,
  wanted,
} from '@/tests/support/log-events'
import type { EventOf, SessionEvent } from '../session-event'
import {
  MAX_SAVES,
  nextStep,
  openCalls,
  openCompaction,
  openRequest,
  CONTINUE_MESSAGE,
  verdictOf,
  wantsAnswer,
} from './next-step'

const stepAfter = (...bodies: Logged[]) => nextStep(logOf(...bodies))

const allowed = (toolUseId: string, more: Partial<EventOf<'user.tool_confirmation'>> = {}) =>
  ({
    type: 'user.tool_confirmation',
    toolUseId,
    result: 'allow',
    denyMessage: null,
    isForSession: false,
    ...more,
  }) as const

const waitsAgain = (toolUseId: string) => ({ type: 'session.call_waits_again', toolUseId }) as const

const asking = (id: string) => call(id, { needsApproval: true })

describe('the next step of a run', () => {
  test.each<[string, Logged[]]>([
    ['the person said something', [person('Hi')]],
    ['the person said something and the agent was reminded', [person('Hi'), reminder('x')]],
    ['a request failed', [person('Hi'), asks(), broke()]],
    ['an answer broke off midway', [person('Hi'), asks(), broke(), agent('Well', true)]],
    ['every call has its result', [call('c'), answered('tool_use'), result('c')]],
    ['the API paused', [agent('Well'), answered('pause_turn')]],
    ['the API stopped after its summary', [compactedByApi(), answered('compaction')]],
    ['the process ended before the answer', [person('Hi'), asks()]],
  ])('is to ask the model if %s', (_case, bodies) => {
    expect(stepAfter(...bodies)).toEqual({ kind: 'request' })
    expect(wantsAnswer(logOf(...bodies))).toBe(true)
  })

  test.each<[string, Logged[], string | null]>([
    ['nothing happened', [], null],
    ['the agent has answered', [person('Hi'), asks(), agent('Hi'), answered()], 'end_turn'],
    ['the answer was cut off', [person('Hi'), agent('Hi'), answered('max_tokens')], 'max_tokens'],
    [
      'the API summarised in the middle of the answer',
      [person('Hi'), asks(), compactedByApi(), agent('Hi'), answered()],
      'end_turn',
    ],
    [
      'the API failed to summarise in the middle of the answer',
      [person('Hi'), asks(), notCompactedByApi(), agent('Hi'), answered()],
      'end_turn',
    ],
  ])('is the end if %s', (_case, bodies, stopReason) => {
    expect(stepAfter(...bodies)).toEqual({ kind: 'end', stopReason, isUnanswered: false })
    expect(wantsAnswer(logOf(...bodies))).toBe(false)
  })
})

describe('a call', () => {
  const after = (...bodies: Logged[]) => [call('c1'), call('c2'), answered('tool_use'), ...bodies]

  test('runs if it is the first without a result', () => {
    expect(stepAfter(...after())).toMatchObject({ kind: 'tool', call: { id: 'c1' }, denial: null })
    expect(stepAfter(...after(result('c1')))).toMatchObject({ kind: 'tool', call: { id: 'c2' } })
  })

  test('is no longer open once a person has spoken after it', () => {
    expect(openCalls(logOf(...after(person('Never mind'))))).toEqual([])
  })

  test.each<[string, Logged[], object]>([
    ['waits for a person', [], { kind: 'wait', events: [{ id: 'w1' }, { id: 'w2' }] }],
    [
      'runs once it is allowed',
      [allowed('w1')],
      { kind: 'tool', call: { id: 'w1' }, denial: null },
    ],
    [
      'leaves only the next one waiting',
      [allowed('w1'), result('w1')],
      { kind: 'wait', events: [{ id: 'w2' }] },
    ],
    [
      'runs once all are allowed',
      [allowed('w2', { isForSession: true })],
      { kind: 'tool', call: { id: 'w1' }, denial: null },
    ],
    [
      'is answered once it is denied',
      [allowed('w1', { result: 'deny' })],
      { kind: 'tool', denial: 'The person denied this change.' },
    ],
    [
      'is answered with the person’s message',
      [allowed('w1', { result: 'deny', denyMessage: 'Not this.' })],
      { kind: 'tool', denial: 'The person denied this change. They say: Not this.' },
    ],
    [
      'waits again once its store moved on before it was written',
      [allowed('w1'), waitsAgain('w1')],
      { kind: 'wait', events: [{ id: 'w1' }, { id: 'w2' }] },
    ],
    [
      'waits again also if all had been allowed',
      [allowed('w1', { isForSession: true }), waitsAgain('w1')],
      { kind: 'wait', events: [{ id: 'w1' }] },
    ],
    [
      'runs once it is allowed anew',
      [allowed('w1'), waitsAgain('w1'), allowed('w1')],
      { kind: 'tool', call: { id: 'w1' }, denial: null },
    ],
  ])('that needs approval %s', (_name, bodies, step) => {
    expect(stepAfter(asking('w1'), asking('w2'), answered('tool_use'), ...bodies)).toMatchObject(
      step,
    )
  })
})

describe('the verdict on a call', () => {
  const at = (sequence: number) => ({ toolUseId: 'w1', storeId: 'memstore_1', sequence })
  const verdict = (...bodies: Logged[]) => verdictOf(logOf(asking('w1'), ...bodies), 'w1')

  test('has the state that gates were asked about', () => {
    expect(verdict(allowed('w1', { gatedAt: [at(3)] }))).toMatchObject({
      confirmation: { toolUseId: 'w1' },
      at: { sequence: 3 },
    })
    expect(verdict(allowed('w1')).at).toBeNull()
  })

  test('has it also from a confirmation of another call that allows all', () => {
    const ofAll = allowed('w2', { isForSession: true, gatedAt: [at(3)] })
    expect(verdict(ofAll)).toMatchObject({ confirmation: null, at: { sequence: 3 } })
  })

  test('is none once the call waits again', () => {
    const before = allowed('w1', { gatedAt: [at(3)] })
    expect(verdict(before, waitsAgain('w1'))).toEqual({ confirmation: null, at: null })
    const anew = allowed('w1', { gatedAt: [at(4)] })
    expect(verdict(before, waitsAgain('w1'), anew).at).toMatchObject({ sequence: 4 })
  })
})

describe('a compaction', () => {
  const start = (more: Parameters<typeof began>[0] = {}) => [person('Hi'), began(more)]
  const saving = start({ savesFirst: true })
  /** One answer in which the agent calls its memory, and the result. */
  const saved = (id: string) => [asks(), call(id), answered('tool_use'), result(id)]

  test.each<[string, Logged[], string]>([
    ['begins when asked for', [agent('Hi'), answered(), wanted()], 'begin_compaction'],
    [
      'begins before the person’s message is answered',
      [person('Hi'), wanted()],
      'begin_compaction',
    ],
    ['begins before the results are sent', [call('c'), result('c'), wanted()], 'begin_compaction'],
    ['begins after the calls have run', [call('c'), answered('tool_use'), wanted()], 'tool'],
    [
      'begins if the API summarised meanwhile',
      [wanted(), compactedByApi(), answered()],
      'begin_compaction',
    ],
    [
      'begins if the API failed to meanwhile',
      [wanted(), notCompactedByApi(), answered()],
      'begin_compaction',
    ],
    [
      'does not begin twice',
      [wanted(), began(), summarised(), compacted({ goesOn: false })],
      'end',
    ],
    [
      'does not begin again after it failed',
      [wanted(), began(), notCompacted({ goesOn: false })],
      'end',
    ],
    ['in progress is completed before a new one begins', [began(), wanted()], 'summarise'],

    ['is summarised', start(), 'summarise'],
    ['is summarised even if nothing follows it', start({ goesOn: false }), 'summarise'],
    ['is summarised if the API failed meanwhile', [...start(), notCompactedByApi()], 'summarise'],
    ['has the agent save first', saving, 'save'],
    ['has the agent save if a restart cut its request', [...saving, asks()], 'save'],
    ['runs the agent’s saving calls', [...saving, asks(), call('c'), answered('tool_use')], 'tool'],
    ['has the agent continue saving after a call', [...saving, ...saved('c')], 'save'],
    [
      'has the agent continue if the API summarised meanwhile',
      [...saving, compactedByApi(), ...saved('c')],
      'save',
    ],
    [
      'is summarised once the agent saves nothing',
      [...saving, asks(), agent('No.'), answered()],
      'summarise',
    ],
    [
      'is summarised once the agent says that it is done',
      [...saving, ...saved('c'), asks(), agent('Done.'), answered()],
      'summarise',
    ],
    ['is summarised if saving failed', [...saving, asks(), broke()], 'summarise'],
    [
      'is summarised if saving failed after a call',
      [...saving, ...saved('c'), asks(), broke()],
      'summarise',
    ],
    [
      'is summarised if saving broke off',
      [...saving, asks(), broke(), agent('I wi', true)],
      'summarise',
    ],

    ['takes effect', [...start(), summarised()], 'compact'],
    [
      'takes effect after saving',
      [...saving, ...saved('c'), agent('Done.'), answered(), summarised()],
      'compact',
    ],
    [
      'waits for a person if it is reviewed',
      [...start({ isReviewed: true }), summarised()],
      'wait',
    ],
    [
      'takes effect once it is confirmed',
      [...start({ isReviewed: true }), summarised(), confirmed('allow')],
      'compact',
    ],
    [
      'does not take effect once it is denied',
      [...start({ isReviewed: true }), summarised(), confirmed('deny')],
      'refuse_summary',
    ],

    ['is followed by the pending answer', [...start(), summarised(), compacted()], 'request'],
    [
      'is followed by nothing if nobody waited',
      [...start({ goesOn: false }), compacted({ goesOn: false })],
      'end',
    ],
    ['that failed is followed by the pending answer', [...start(), notCompacted()], 'request'],
    [
      'that failed is followed by nothing if nobody waited',
      [agent('Hi'), answered(), began(), notCompacted({ goesOn: false })],
      'end',
    ],
    [
      'that was denied is followed by the pending answer',
      [...start(), notCompacted({ reason: 'denied' })],
      'request',
    ],
    [
      'is followed by the person’s next message',
      [compacted({ goesOn: false }), person('And?')],
      'request',
    ],
  ])('%s', (_name, bodies, kind) => {
    expect(stepAfter(...bodies).kind).toBe(kind)
  })

  test('answers the last request for one', () => {
    expect(stepAfter(wanted('w1'), wanted('w2'))).toMatchObject({ asked: { id: 'w2' } })
  })

  test('limits the agent’s turns to save', () => {
    const turns = (count: number) =>
      Array.from({ length: count }, (_, at) => saved(`c${at}`)).flat()
    expect(stepAfter(...saving, ...turns(MAX_SAVES - 1)).kind).toBe('save')
    expect(stepAfter(...saving, ...turns(MAX_SAVES)).kind).toBe('summarise')
  })

  test('waits for its summary, not for the calls', () => {
    expect(stepAfter(...start({ isReviewed: true }), summarised())).toMatchObject({
      kind: 'wait',
      events: [{ id: 'written' }],
    })
  })

  test.each<[string, Logged[], string | null]>([
    ['as generated', [], null],
    ['as a person edited it', [confirmed('allow', 'Better')], 'Better'],
    ['as generated, if a person changed nothing', [confirmed('allow')], null],
  ])('takes effect %s', (_name, verdict, summary) => {
    const isReviewed = verdict.length > 0
    const events = logOf(...start({ isReviewed }), summarised(), ...verdict)
    expect(nextStep(events)).toEqual({
      kind: 'compact',
      written: {
        start: firstOf(events, 'context.compaction_start'),
        summary: firstOf(events, 'context.summary_written'),
      },
      summary,
    })
  })

  test('ignores the verdict on the previous one', () => {
    const before = [...start({ isReviewed: true }), summarised(), confirmed('deny'), notCompacted()]
    expect(stepAfter(...before, began({ isReviewed: true }), summarised()).kind).toBe('wait')
    expect(stepAfter(...before, began({ isReviewed: true })).kind).toBe('summarise')
  })
})

describe('the compaction in progress', () => {
  const idAfter = (...bodies: Logged[]) => openCompaction(logOf(...bodies))?.id ?? null

  test.each<[string, Logged[], string | null]>([
    ['is none at first', [person('Hi')], null],
    ['is none if one is only asked for', [wanted()], null],
    ['is the one that has begun', [began(), summarised()], 'begun'],
    ['is none once it takes effect', [began(), compacted()], null],
    ['is none once it fails', [began(), notCompacted()], null],
    [
      'is the one begun after a failed one',
      [began({}), notCompacted(), { ...began(), id: 'b2' }],
      'b2',
    ],
    ['is still the same if the API summarised', [began(), compactedByApi()], 'begun'],
    ['is still the same if the API failed to', [began(), notCompactedByApi()], 'begun'],
  ])('%s', (_name, bodies, id) => {
    expect(idAfter(...bodies)).toBe(id)
  })
})

describe('the person’s unanswered messages', () => {
  test.each<[string, Logged[], string[]]>([
    ['are none at first', [], []],
    ['are the messages in order', [person('a', 'b'), person('c')], ['a', 'b', 'c']],
    ['exclude answered messages', [person('a'), agent('A'), answered(), person('b')], ['b']],
    ['include all if the answer failed', [person('a'), asks(), broke()], ['a']],
    ['are those that a summary kept', [person('a'), compacted({ kept: ['a'] })], ['a']],
    [
      'are those that a summary kept and the later ones',
      [compacted({ kept: ['a'] }), person('b')],
      ['a', 'b'],
    ],
    ['exclude those before a summary that kept nothing', [person('a'), compacted()], []],
    ['include all if the API summarised', [person('a'), compactedByApi(), person('b')], ['a', 'b']],
    [
      'are those that a failed compaction had kept',
      [person('a'), began({ kept: ['a'] }), answered(), notCompacted()],
      ['a'],
    ],
  ])('%s', (_name, bodies, texts) => {
    expect(openRequest(logOf(...bodies))).toEqual({ texts, isUnderWay: false })
  })

  const works = (id: string): Logged[] => [call(id), answered('tool_use'), result(id)]
  const cutOff = (stopReason: string): Logged[] => [agent('Half'), answered(stopReason)]
  const stopped: Logged = { type: 'user.interrupt' }

  test.each<[string, Logged[], string[]]>([
    ['are those that the agent works on', [person('a'), ...works('c')], ['a']],
    ['stay so over several calls', [person('a'), ...works('c'), ...works('d')], ['a']],
    [
      'exclude answered messages',
      [person('old'), ...works('c'), agent('A'), answered(), person('a'), ...works('d')],
      ['a'],
    ],
    [
      'are those that the agent works on and the later ones',
      [person('a'), ...works('c'), broke(), person('b')],
      ['a', 'b'],
    ],
    ['are those that a summary kept', [compacted({ kept: ['a'] }), ...works('c')], ['a']],
    [
      'are those it worked on when its context was summarised',
      [compacted({ kept: ['a'], isUnderWay: true })],
      ['a'],
    ],
    [
      'are those it worked on when a summary failed',
      [
        person('a'),
        ...works('c'),
        began({ kept: ['a'], isUnderWay: true }),
        answered(),
        notCompacted(),
        ...works('d'),
      ],
      ['a'],
    ],
    [
      'are those it began to answer when the window was full',
      [person('a'), ...cutOff('model_context_window_exceeded')],
      ['a'],
    ],
    ['are those it paused on', [person('a'), ...cutOff('pause_turn')], ['a']],
    [
      'are those that a cut-off answer is to continue',
      [person('a'), ...cutOff('max_tokens'), person(CONTINUE_MESSAGE)],
      ['a', CONTINUE_MESSAGE],
    ],
    ['are those it was stopped on', [person('a'), ...works('c'), stopped], ['a']],
  ])('%s, and the agent has begun on it', (_name, bodies, texts) => {
    expect(openRequest(logOf(...bodies))).toEqual({ texts, isUnderWay: true })
  })

  test.each<[string, Logged[], string[]]>([
    [
      'a request stopped before another message',
      [person('a'), ...works('c'), stopped, person('b')],
      ['b'],
    ],
    [
      'an answer cut off before another message',
      [person('a'), ...cutOff('max_tokens'), person('b')],
      ['b'],
    ],
    ['work that nobody asked for in this view', [compacted(), ...works('c')], []],
  ])('exclude %s', (_name, bodies, texts) => {
    expect(openRequest(logOf(...bodies))).toEqual({ texts, isUnderWay: false })
  })
})

test('the run’s own log entries do not matter', () => {
  const idle: Logged = { type: 'session.status_idle', stopReason: { type: 'retries_exhausted' } }
  const noise: Logged[] = [{ type: 'session.status_running' }, idle]
  const logs: Logged[][] = [
    [person('Hi')],
    [person('Hi'), agent('Hi'), answered()],
    [call('c'), answered('tool_use')],
    [began({ savesFirst: true })],
    [began({ isReviewed: true }), summarised()],
    [wanted()],
  ]
  const kindOf = (events: readonly SessionEvent[]) => nextStep(events).kind
  for (const bodies of logs) {
    expect(kindOf(logOf(...bodies, ...noise))).toBe(kindOf(logOf(...bodies)))
  }
})
