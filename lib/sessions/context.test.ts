import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  beginsCompaction,
  broke,
  compacted,
  logOf,
  notCompacted,
  person,
  reminder,
  result,
  settingsOf,
  usage,
} from '@/tests/support/session-log'
import { type ContextState, contextState, gaugeOf, historyOf, NO_CONTEXT } from './context'
import type { NewEvent } from './event'
import { NO_PARTS } from './parts'

const stateAfter = (...bodies: NewEvent[]) => contextState(logOf(...bodies))
const counted = usage({
  input_tokens: 20,
  cache_read_input_tokens: 50,
  cache_creation_input_tokens: 10,
  output_tokens: 7,
})
const countedAnswer = answered('end_turn', { model_usage: counted })
const parts = { ...NO_PARTS, system: 10, messages: 30 }

describe('the size of a context', () => {
  const sizeAfter = (...bodies: NewEvent[]) => {
    const { measured, added } = stateAfter(...bodies)
    return [measured, added]
  }

  test.each<[string, NewEvent[], number[]]>([
    ['is nothing at first', [], [0, 0]],
    ['is all that went through the window', [person('a'), asked(), countedAnswer], [87, 0]],
    [
      'is the newest count, of the newest end that carries one',
      [asked(), countedAnswer, asked(), broke()],
      [87, 0],
    ],
    [
      'has what was added since, estimated',
      [asked(), countedAnswer, person('four'), result('t', 'eight888'), reminder('x')],
      [87, 4],
    ],
    ['counts nothing the agent said twice', [asked(), countedAnswer, agent('four')], [87, 0]],
    [
      'is an estimate of the whole request where the server counts nothing',
      [person('a'), asked({ estimated_parts: parts }), agent('x'), answered(), person('four')],
      [0, 41],
    ],
    ['begins anew with a summary', [asked(), countedAnswer, compacted()], [0, 100]],
  ])('%s', (_what, bodies, size) => {
    expect(sizeAfter(...bodies)).toEqual(size)
  })
})

describe('what a log says of its context', () => {
  const told = [{ memory_store_id: 'memstore_1', sequence: 4 }]

  test.each<[string, NewEvent[], Partial<ContextState>]>([
    ['the window of the newest request', [asked({ context_window: 5 })], { window: 5 }],
    ['whether the model was asked', [asked()], { wasAsked: true }],
    ['and again, after a summary', [asked(), compacted()], { wasAsked: false }],
    ['the threshold that was told of', [reminder('R', { level: 'warning' })], { level: 'warning' }],
    [
      'and keeps it, whatever else is told',
      [reminder('R', { level: 'error' }), reminder('S')],
      { level: 'error' },
    ],
    ['how far changes were told', [asked({ told })], { told }],
    ['and keeps that beside a summary', [asked({ told }), compacted({ told })], { told }],
    ['the requests told of', [reminder('R', { requests: ['ask_1'] })], { requests: ['ask_1'] }],
    [
      'answers, not failures',
      [asked(), answered(), asked(), broke()],
      { answered: 1, isAfterCompaction: false },
    ],
    [
      'answers since a compaction ended well',
      [asked(), answered(), compacted(), asked(), answered()],
      { answered: 1, isAfterCompaction: true },
    ],
    [
      'answers since one failed',
      [asked(), answered(), beginsCompaction(), notCompacted()],
      { answered: 0, isAfterCompaction: true },
    ],
  ])('%s', (_what, bodies, state) => {
    expect(stateAfter(...bodies)).toMatchObject(state)
  })

  test('is the same of the log from its last summary on', () => {
    const log = logOf(asked({ told, context_window: 5 }), countedAnswer, compacted({ told }))
    const whole = contextState(log)
    expect({ ...contextState(log.slice(-1)), window: whole.window }).toEqual(whole)
  })
})

describe('the gauge', () => {
  const gaugeAt = (measured: number, compact_at: number | 'off' = 92) => {
    const { context } = settingsOf({ context: { compact_at } })
    return gaugeOf({ ...NO_CONTEXT, measured }, 1_000, context)
  }

  test.each([
    [599, 'below'],
    [600, 'warning'],
    [800, 'error'],
    [920, 'compaction'],
  ])('of %i in 1,000 tokens is at %s', (tokens, level) => {
    expect(gaugeAt(tokens).level).toBe(level)
  })

  test('has its three marks in tokens', () => {
    expect(gaugeAt(0).marks).toEqual({ warning: 600, error: 800, compaction: 920 })
  })

  test('has no last mark where nothing is summarised by itself', () => {
    expect(gaugeAt(999, 'off')).toMatchObject({ level: 'error', marks: { compaction: null } })
  })
})

describe('the requests of a history', () => {
  const start = (id: string) => ({ ...asked({ estimated_parts: parts }), id })
  const endOf = (id: string, more: object = {}) =>
    answered('end_turn', { model_request_start_id: id, model_usage: counted, ...more })

  test('have their parts in the shares of the counted input, cached or not', () => {
    const { requests } = historyOf(logOf(start('one'), endOf('one')))
    expect(requests).toMatchObject([
      {
        startId: 'one',
        at: '2026-06-01T00:00:00.000Z',
        isMeasured: true,
        parts: { ...NO_PARTS, system: 20, messages: 60 },
        usage: counted,
        state: 'answered',
        durationMs: 5,
      },
    ])
  })

  test('keep their estimate where nothing was counted, or is yet', () => {
    const log = logOf(
      start('one'),
      { ...broke(), model_request_start_id: 'one' } as NewEvent,
      start('two'),
    )
    expect(historyOf(log).requests).toMatchObject([
      { parts, isMeasured: false, state: 'failed' },
      { parts, isMeasured: false, state: 'open', durationMs: null },
    ])
  })
})

describe('the happenings of a history', () => {
  const happenings = (...bodies: NewEvent[]) => historyOf(logOf(...bodies)).happenings

  const clears = (...cleared: number[]) =>
    answered('end_turn', {
      context_management: {
        applied_edits: cleared.map((cleared_input_tokens) => ({
          type: 'clear_tool_uses_20250919',
          cleared_tool_uses: 2,
          cleared_input_tokens,
        })),
      },
    })
  const sections = [{ kind: 'changes' as const, tokens: 3 }]

  test.each<[string, NewEvent[], object[]]>([
    [
      'what the API cleared',
      [{ ...asked(), id: 'start' }, clears(30, 4)],
      [{ kind: 'clearing', before: 34, after: 0, eventId: 'e2', requestsBefore: 1 }],
    ],
    ['nothing where nothing was cleared', [asked(), clears()], []],
    [
      'of a summary, with its size before and after',
      [beginsCompaction(), compacted()],
      [{ kind: 'compaction', before: 900, after: 100, restored: 0 }],
    ],
    [
      'of one that failed, and why',
      [beginsCompaction(), notCompacted({ reason: 'timeout', message: 'too slow' })],
      [{ kind: 'failure', before: 900, after: null, reason: 'timeout', message: 'too slow' }],
    ],
    [
      'of reminders, with what was late',
      [reminder('four', { sections, late: ['listing'] })],
      [{ kind: 'reminder', sections: ['changes'], before: 1, late: ['listing'] }],
    ],
  ])('tell %s', (_what, bodies, told) => {
    expect(happenings(...bodies)).toMatchObject(told)
    expect(happenings(...bodies)).toHaveLength(told.length)
  })
})
