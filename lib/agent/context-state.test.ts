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
import { type ContextState, contextAfter, NO_CONTEXT, type OpenCompaction } from './context-state'
import type { ModelUsage } from './session-event'

const after = (...bodies: Logged[]): ContextState =>
  logOf(...bodies).reduce(contextAfter, NO_CONTEXT)

const usage = (more: Partial<ModelUsage> = {}): ModelUsage => ({
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 300,
  cacheCreationTokens: 2_000,
  ...more,
})
const counted = (more: object = {}) => answered('end_turn', { usage: usage(), ...more })

describe('the size of a session’s context', () => {
  test.each<[string, Logged[], number, number]>([
    ['is the usage of the newest answer', [person('Hi'), asks(), counted()], 2_315, 0],
    ['estimates what the person has said since', [counted(), person('1234', '5678')], 2_315, 3],
    ['estimates the call results since', [counted(), call('c'), result('c', '12345678')], 2_315, 2],
    ['estimates the reminders since', [counted(), reminder('1234')], 2_315, 1],
    ['is not changed by the answer’s content', [agent('Long'), counted(), agent('Long')], 2_315, 0],
    [
      'is not changed by an answer that failed without usage',
      [counted(), person('1234'), broke()],
      2_315,
      1,
    ],
    [
      'is that of the last pass if the API summarised in between',
      [counted({ windowUsage: usage({ cacheReadTokens: 0, cacheCreationTokens: 0 }) })],
      15,
      0,
    ],
    [
      'is not changed by the API’s own compaction, whose answer has the usage',
      [counted(), compactedByApi()],
      2_315,
      0,
    ],
    ['starts over with a summary, estimated', [counted(), compacted()], 0, 100],
    ['starts over with a summary, as counted', [counted(), compacted({ isCounted: true })], 100, 0],
    ['is not changed by a failed compaction', [counted(), began(), notCompacted()], 2_315, 0],
  ])('%s', (_name, bodies, measured, estimated) => {
    expect(after(...bodies)).toMatchObject({ measured, estimated })
  })
})

describe('the counters of a session’s context', () => {
  test('count every answered request, and no failed one', () => {
    expect(after(asks(), broke(), asks(), counted(), asks(), counted()).requests).toBe(2)
  })

  test('count its clearings, and what they freed together', () => {
    const edits = (...tokens: number[]) =>
      answered('end_turn', {
        appliedEdits: tokens.map((clearedTokens) => ({
          by: 'api',
          type: 'clear_tool_uses_20250919',
          clearedToolUses: 1,
          clearedTokens,
        })),
      })
    expect(after(edits(10, 20), edits(), edits(300), answered())).toMatchObject({
      clearings: 2,
      clearedTokens: 330,
    })
  })

  test('count every compaction with what it freed, and every failed one', () => {
    const state = after(
      began(),
      compacted(),
      began(),
      notCompacted(),
      compactedByApi({ tokensBefore: 500, tokensAfter: 300 }),
      notCompactedByApi(),
      compacted({ tokensBefore: 10, tokensAfter: 90 }),
    )
    expect(state).toMatchObject({ compactions: 3, failures: 2, savedTokens: 1_100 })
  })

  test('keep the window of the last request that names one', () => {
    expect(after().window).toBeNull()
    expect(after(asks({ window: 1_000 }), asks()).window).toBe(1_000)
    expect(after(asks({ window: 1_000 }), asks({ window: 2_000 })).window).toBe(2_000)
  })

  test('keep the last change of each store that the agent was told of', () => {
    const state = after(asks({ seen: { one: 3, two: 5 } }), asks(), asks({ seen: { one: 4 } }))
    expect(state.seen).toEqual({ one: 4, two: 5 })
  })
})

describe('a compaction of a session', () => {
  const open: OpenCompaction = {
    startId: 'begun',
    cause: 'mark',
    tokensBefore: 1_000,
    goesOn: true,
    isUnanswered: true,
  }

  test.each<[string, Logged[], ContextState['open']]>([
    ['is in progress once it begins', [began()], open],
    [
      'is in progress while the agent saves',
      [began(), person('x'), asks(), counted(), call('c')],
      open,
    ],
    ['is in progress once its summary is written', [began(), summarised()], open],
    ['is over once it takes effect', [began(), summarised(), compacted()], null],
    ['is over once it fails', [began(), notCompacted()], null],
    ['is in progress again', [began(), notCompacted(), began()], open],
    ['stays in progress if the API summarises meanwhile', [began(), compactedByApi()], open],
    ['stays in progress if the API fails to meanwhile', [began(), notCompactedByApi()], open],
  ])('%s', (_name, bodies, expected) => {
    expect(after(...bodies).open).toEqual(expected)
  })

  test.each<[string, Logged[], string | null]>([
    ['is pending', [wanted('w1')], 'w1'],
    ['is no longer pending once it begins', [wanted(), began()], null],
    ['is no longer pending once it takes effect', [wanted(), began(), compacted()], null],
    ['is no longer pending once it fails', [wanted(), notCompacted()], null],
    ['is still pending if the API summarised meanwhile', [wanted('w1'), compactedByApi()], 'w1'],
    ['is still pending if the API failed to', [wanted('w1'), notCompactedByApi()], 'w1'],
  ])('%s', (_name, bodies, asked) => {
    expect(after(...bodies).asked).toBe(asked)
  })
})

describe('the model’s view', () => {
  test.each<[string, Logged[], boolean]>([
    ['was not asked about at first', [person('Hi')], false],
    ['was asked about once a request began', [person('Hi'), asks()], true],
    ['was not asked about since our summary', [asks(), compacted()], false],
    [
      'was asked about before the API’s own summary, and is the same',
      [asks(), compactedByApi()],
      true,
    ],
    ['is not started over by a failed compaction', [asks(), notCompacted()], true],
    ['was asked about after our summary', [asks(), compacted(), asks()], true],
  ])('%s', (_name, bodies, wasAsked) => {
    expect(after(...bodies).wasAsked).toBe(wasAsked)
  })

  test.each<[string, Logged[], ContextState['toldLevel']]>([
    ['nothing at first', [], 'below'],
    ['the last one reported', [reminder('x', { level: 'warning' })], 'warning'],
    [
      'the same after a reminder of something else',
      [reminder('x', { level: 'error' }), reminder('y')],
      'error',
    ],
    ['nothing after our summary', [reminder('x', { level: 'error' }), compacted()], 'below'],
    ['nothing after the API’s own', [reminder('x', { level: 'error' }), compactedByApi()], 'below'],
    [
      'the same after a failed compaction',
      [reminder('x', { level: 'error' }), notCompacted()],
      'error',
    ],
  ])('of the thresholds knows %s', (_name, bodies, level) => {
    expect(after(...bodies).toldLevel).toBe(level)
  })
})
