import { describe, expect, test } from 'vitest'
import { NO_PARTS, sumOf } from '@/lib/context/context-block'
import { contextHistory } from './context-history'
import {
  type CompactionStart,
  type ContextCompacted,
  NO_USAGE,
  type SessionEvent,
  type SessionEventBody,
} from './session-event'

/** Events in order, one second apart; each id is the given one or its index. */
function events(...bodies: (SessionEventBody & { id?: string })[]): SessionEvent[] {
  return bodies.map((body, index) => ({
    ...body,
    id: body.id ?? `event-${index + 1}`,
    sequence: index + 1,
    createdAt: (index + 1) * 1_000,
  }))
}

const start = (id: string, parts = { ...NO_PARTS, system: 10, messages: 30 }) =>
  ({ type: 'span.model_request_start', id, model: 'm', window: 1_000, parts }) as const

const end = (startId: string, more: object = {}) =>
  ({
    type: 'span.model_request_end',
    startId,
    isError: false,
    usage: { inputTokens: 20, outputTokens: 7, cacheReadTokens: 50, cacheCreationTokens: 10 },
    stopReason: 'end_turn',
    model: 'm',
    durationMs: 5,
    ...more,
  }) as const

const compactionStart: CompactionStart & { id: string } = {
  type: 'context.compaction_start',
  id: 'begun',
  cause: 'mark',
  requestId: null,
  instructions: [],
  model: 'summariser',
  maxTokens: 100,
  timeoutSeconds: 10,
  savesFirst: true,
  isReviewed: false,
  tokensBefore: 900,
  window: 1_000,
  goesOn: true,
  isUnanswered: true,
  kept: [],
}

const memory = (state: 'whole' | 'cut' | 'left_out') => ({
  storeId: 'memstore_1',
  memoryId: `mem_${state}`,
  versionId: `memver_${state}`,
  shownPath: `/memories/${state}.md`,
  lastAt: 1,
  state,
  text: state === 'left_out' ? null : 'text',
  tokens: state === 'left_out' ? 0 : 1,
  wholeTokens: 2,
})

const compacted: ContextCompacted & { id: string } = {
  type: 'agent.thread_context_compacted',
  id: 'done',
  by: 'palimpsest',
  startId: 'begun',
  cause: 'mark',
  summary: 'In short.',
  isEdited: false,
  restored: [memory('whole'), memory('whole'), memory('cut'), memory('left_out')],
  kept: [],
  goesOn: true,
  isUnanswered: true,
  tokensBefore: 900,
  tokensAfter: 120,
  isCounted: false,
  block: null,
}

describe('the requests of a context’s history', () => {
  test('scale their parts to the counted input, cached or not', () => {
    const { requests } = contextHistory(
      events(start('one'), end('one', { request: { sha256: 'ab', bytes: 512 } })),
    )
    expect(requests).toMatchObject([
      {
        startId: 'one',
        at: 1_000,
        window: 1_000,
        parts: { ...NO_PARTS, system: 20, messages: 60 },
        isMeasured: true,
        inputTokens: 20,
        outputTokens: 7,
        cacheReadTokens: 50,
        cacheCreationTokens: 10,
        bytes: 512,
        purpose: 'answer',
      },
    ])
  })

  test('keep the estimate if the answer has no usage, or is pending', () => {
    const { requests } = contextHistory(
      events(start('one'), end('one', { usage: NO_USAGE, isError: true }), start('two')),
    )
    expect(requests).toMatchObject([
      { parts: { system: 10, messages: 30 }, isMeasured: false, isError: true, isOpen: false },
      { parts: { system: 10, messages: 30 }, isMeasured: false, isError: false, isOpen: true },
    ])
  })

  test('hold the last pass if the API summarised in between, and cost all passes', () => {
    const windowUsage = { ...NO_USAGE, inputTokens: 8 }
    const { requests } = contextHistory(events(start('one'), end('one', { windowUsage })))
    expect(sumOf(requests[0]?.parts ?? NO_PARTS)).toBe(8)
    expect(requests[0]).toMatchObject({ inputTokens: 20, cacheReadTokens: 50 })
  })

  test('are for saving between a compaction’s start and end', () => {
    const { requests } = contextHistory(
      events(
        start('one'),
        compactionStart,
        start('two'),
        { ...compacted, id: 'of the api', by: 'api', startId: null },
        start('three'),
        compacted,
        start('four'),
      ),
    )
    expect(requests.map(({ purpose }) => purpose)).toEqual(['answer', 'save', 'save', 'answer'])
  })
})

describe('what happened to a context', () => {
  test('is a clearing if something was cleared before the model read a request', () => {
    const edit = {
      by: 'api',
      type: 'clear_tool_uses_20250919',
      clearedToolUses: 3,
      clearedTokens: 70,
    } as const
    const thinking = {
      by: 'api',
      type: 'clear_thinking_20251015',
      clearedThinkingTurns: 1,
      clearedTokens: 5,
    } as const
    const { happenings } = contextHistory(
      events(start('one'), end('one', { appliedEdits: [] }), start('two'), {
        ...end('two', { appliedEdits: [thinking, edit] }),
        id: 'cleared',
      }),
    )
    expect(happenings).toEqual([
      {
        kind: 'clearing',
        eventId: 'cleared',
        at: 4_000,
        requestsBefore: 2,
        startId: 'two',
        edits: [thinking, edit],
        tokens: 75,
      },
    ])
  })

  test('is a compaction with its cost and its restored memories', () => {
    const usage = { ...NO_USAGE, inputTokens: 850, outputTokens: 60 }
    const { happenings } = contextHistory(
      events(
        start('one'),
        compactionStart,
        {
          type: 'context.summary_written',
          startId: 'begun',
          summary: 'In short.',
          model: 'summariser-2',
          usage,
          durationMs: 1_234,
        },
        compacted,
      ),
    )
    expect(happenings).toMatchObject([
      {
        kind: 'compaction',
        eventId: 'done',
        requestsBefore: 1,
        by: 'palimpsest',
        cause: 'mark',
        model: 'summariser-2',
        tokensBefore: 900,
        tokensAfter: 120,
        isCounted: false,
        usage,
        durationMs: 1_234,
        counts: { whole: 2, cut: 1, left_out: 1 },
      },
    ])
  })

  test('is a compaction without its own cost if the API summarised', () => {
    const { happenings } = contextHistory(
      events(start('one'), { ...compacted, by: 'api', startId: null, restored: [] }),
    )
    expect(happenings).toMatchObject([{ by: 'api', model: null, usage: null, durationMs: null }])
  })

  test('is a failure with its reason, its size and its cost, after which requests are answers again', () => {
    const usage = { ...NO_USAGE, inputTokens: 850 }
    const { requests, happenings } = contextHistory(
      events(
        compactionStart,
        {
          type: 'context.compaction_failed',
          startId: 'begun',
          cause: 'mark',
          reason: 'sections_missing',
          message: 'Current work',
          tokensBefore: 900,
          goesOn: true,
          isUnanswered: true,
          usage,
          durationMs: 10,
          block: null,
        },
        start('one'),
      ),
    )
    expect(happenings).toMatchObject([
      { kind: 'failure', reason: 'sections_missing', tokensBefore: 900, usage, requestsBefore: 0 },
    ])
    expect(requests).toMatchObject([{ purpose: 'answer' }])
  })

  test('is a reminder with the size of all that the model receives of it, as its context counts it', () => {
    const { happenings } = contextHistory(
      events({
        type: 'context.reminder',
        isMeta: true,
        text: 'a'.repeat(344),
        sections: [
          { kind: 'listing', tokens: 12 },
          { kind: 'size', tokens: 30 },
        ],
        level: 'warning',
        late: ['changes'],
        durationMs: 3,
      }),
    )
    expect(happenings).toMatchObject([{ kind: 'reminder', tokens: 86, late: ['changes'] }])
  })
})
