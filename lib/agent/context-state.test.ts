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
    ['has a guess at what the person said since', [counted(), person('1234', '5678')], 2_315, 3],
    [
      'has a guess at what calls were answered since',
      [counted(), call('c'), result('c', '12345678')],
      2_315,
      2,
    ],
    ['has a guess at what it was reminded of since', [counted(), reminder('1234')], 2_315, 1],
    [
      'is not changed by what the answer holds',
      [agent('Long'), counted(), agent('Long')],
      2_315,
      0,
    ],
    [
      'is not changed by an answer that failed without usage',
      [counted(), person('1234'), broke()],
      2_315,
      1,
    ],
    [
      'is that of the last pass where the API summarised in between',
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
    ['begins anew with a summary, by a guess', [counted(), compacted()], 0, 100],
    [
      'begins anew with a summary, as it was counted',
      [counted(), compacted({ isCounted: true })],
      100,
      0,
    ],
    ['stays where a compaction failed', [counted(), began(), notCompacted()], 2_315, 0],
  ])('%s', (_name, bodies, measured, estimated) => {
    expect(after(...bodies)).toMatchObject({ measured, estimated })
  })
})

describe('what is counted of a session’s context', () => {
  test('is every request that was answered, and none that failed', () => {
    expect(after(asks(), broke(), asks(), counted(), asks(), counted()).requests).toBe(2)
  })

  test('is how often it was cleared, and how much by all of it', () => {
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

  test('is every compaction with what it made free, and every one that failed', () => {
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

  test('is the window of the last request that names one', () => {
    expect(after().window).toBeNull()
    expect(after(asks({ window: 1_000 }), asks()).window).toBe(1_000)
    expect(after(asks({ window: 1_000 }), asks({ window: 2_000 })).window).toBe(2_000)
  })

  test('is up to which change of each store the agent has been told', () => {
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
    ['is under way once it began', [began()], open],
    [
      'is under way while the agent saves',
      [began(), person('x'), asks(), counted(), call('c')],
      open,
    ],
    ['is under way once its summary is written', [began(), summarised()], open],
    ['is over when it took effect', [began(), summarised(), compacted()], null],
    ['is over when it failed', [began(), notCompacted()], null],
    ['is under way again', [began(), notCompacted(), began()], open],
    ['stays under way when the API summarises meanwhile', [began(), compactedByApi()], open],
    ['stays under way when the API fails to meanwhile', [began(), notCompactedByApi()], open],
  ])('%s', (_name, bodies, expected) => {
    expect(after(...bodies).open).toEqual(expected)
  })

  test.each<[string, Logged[], string | null]>([
    ['is asked for', [wanted('w1')], 'w1'],
    ['is not asked for any more once it began', [wanted(), began()], null],
    ['is not asked for any more once it took effect', [wanted(), began(), compacted()], null],
    ['is not asked for any more once it failed', [wanted(), notCompacted()], null],
    [
      'is still asked for when the API summarised meanwhile',
      [wanted('w1'), compactedByApi()],
      'w1',
    ],
    ['is still asked for when the API failed to', [wanted('w1'), notCompactedByApi()], 'w1'],
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
      'was asked about before a summary of the API’s, and is the same',
      [asks(), compactedByApi()],
      true,
    ],
    ['was not begun anew by a compaction that failed', [asks(), notCompacted()], true],
    ['was asked about after our summary', [asks(), compacted(), asks()], true],
  ])('%s', (_name, bodies, wasAsked) => {
    expect(after(...bodies).wasAsked).toBe(wasAsked)
  })

  test.each<[string, Logged[], ContextState['toldLevel']]>([
    ['nothing at first', [], 'below'],
    ['what it was told last', [reminder('x', { level: 'warning' })], 'warning'],
    [
      'the same after a reminder of something else',
      [reminder('x', { level: 'error' }), reminder('y')],
      'error',
    ],
    ['nothing after our summary', [reminder('x', { level: 'error' }), compacted()], 'below'],
    ['nothing after the API’s', [reminder('x', { level: 'error' }), compactedByApi()], 'below'],
    [
      'the same where a compaction failed',
      [reminder('x', { level: 'error' }), notCompacted()],
      'error',
    ],
  ])('of the thresholds knows %s', (_name, bodies, level) => {
    expect(after(...bodies).toldLevel).toBe(level)
  })
})
