import type { BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta'
import { describe, expect, test } from 'vitest'
import { type Answer, type AnswerPart, messageFrames } from '../message-frames'
import { NO_USAGE } from '../session-event'
import { AnswerCollector } from './answer-collector'
import { answerEvents } from './answer-events'

const neverAsks = { asksForWrites: () => false, judgedOf: () => null }

/** An answer as collected from its stream. */
function gathered(parts: readonly AnswerPart[], more: Partial<Answer> = {}): AnswerCollector {
  const collector = new AnswerCollector(null)
  for (const { data } of messageFrames({ model: 'm', parts, ...more })) {
    collector.take(data as BetaRawMessageStreamEvent)
  }
  return collector
}

const eventsOf = (...gathering: Parameters<typeof gathered>) =>
  answerEvents(gathered(...gathering), neverAsks).content

const text: AnswerPart = { type: 'text', text: 'Going on.' }
const counts = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  output_tokens,
  cache_read_input_tokens: 7,
  cache_creation_input_tokens: 0,
})
/** Usage of an answer in which the API summarised 180,000 tokens. */
const usage = {
  ...counts(45_000, 1_234),
  iterations: [
    { type: 'message', ...counts(22_000, 234) },
    { type: 'compaction', ...counts(180_000, 3_500) },
    { type: 'message', ...counts(23_000, 1_000) },
  ],
}

describe('the API’s own summary in an answer', () => {
  test('is a compaction in its position, with its block as received and its sizes as counted', () => {
    const block = { type: 'compaction', content: 'What was', encrypted_content: 'c2Vj' } as const
    expect(eventsOf([block, text], { usage })).toMatchObject([
      {
        type: 'agent.thread_context_compacted',
        by: 'api',
        startId: null,
        summary: 'What was',
        tokensBefore: 180_007,
        tokensAfter: 23_007,
        isCounted: true,
        block,
      },
      { type: 'agent.message', text: 'Going on.' },
    ])
  })

  test.each([null, 'c2Vj'])(
    'is a failure if it has no content, whatever else the block holds (%j)',
    (encrypted_content) => {
      const block = { type: 'compaction', content: null, encrypted_content } as const
      expect(eventsOf([block, text])).toMatchObject([
        {
          type: 'context.compaction_failed',
          reason: 'api_summary_failed',
          startId: null,
          usage: NO_USAGE,
          block,
        },
        { type: 'agent.message' },
      ])
    },
  )
})

describe('the usage of an answer', () => {
  test('covers all passes if the API summarised, and its window is the last pass', () => {
    const { usage: all, windowUsage } = gathered([text], { usage })
    expect(all).toEqual({
      inputTokens: 22_000 + 180_000 + 23_000,
      outputTokens: 234 + 3_500 + 1_000,
      cacheReadTokens: 21,
      cacheCreationTokens: 0,
    })
    expect(windowUsage).toMatchObject({ inputTokens: 23_000, outputTokens: 1_000 })
  })

  test('is as reported if the API did not summarise', () => {
    const plain = gathered([text], { usage: counts(100, 20) })
    expect(plain.usage).toMatchObject({ inputTokens: 100, outputTokens: 20, cacheReadTokens: 7 })
    expect([plain.windowUsage, plain.summarisedTokens]).toEqual([null, null])
  })
})

test('what the API cleared is kept, and other edits are not', () => {
  const { appliedEdits } = gathered([text], {
    appliedEdits: [
      { type: 'clear_thinking_20251015', cleared_thinking_turns: 2, cleared_input_tokens: 30 },
      { type: 'unknown', cleared_input_tokens: 1 },
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 4, cleared_input_tokens: 500 },
    ],
  })
  expect(appliedEdits).toEqual([
    { by: 'api', type: 'clear_thinking_20251015', clearedThinkingTurns: 2, clearedTokens: 30 },
    { by: 'api', type: 'clear_tool_uses_20250919', clearedToolUses: 4, clearedTokens: 500 },
  ])
})
