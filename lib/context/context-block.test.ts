import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conversation, found, replied, said, summed, used } from '@/tests/support/context-blocks'
import {
  CONTEXT_PARTS,
  type ContextBlock,
  messagesOf,
  NO_PARTS,
  type PartTokens,
  partsOf,
  scaledTo,
  sumOf,
} from './context-block'

describe('blocks as messages', () => {
  test('of one side share a message', () => {
    const blocks = [said('a'), said('b'), replied('c'), used('t'), found('t', 'd'), said('e')]
    expect(messagesOf(blocks).map(({ role, content }) => [role, content.length])).toEqual([
      ['user', 2],
      ['assistant', 2],
      ['user', 2],
    ])
  })

  test('are no message if there are none', () => {
    expect(messagesOf([])).toEqual([])
  })

  test('keep every block in its order, and the sides take turns', () => {
    fc.assert(
      fc.property(conversation, (blocks) => {
        const messages = messagesOf(blocks)
        expect(messages.flatMap(({ content }) => content)).toEqual(blocks.map(({ block }) => block))
        for (const [at, { role }] of messages.entries()) {
          expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant')
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the parts of a context', () => {
  const part = (name: ContextBlock['part'], text: string): ContextBlock => ({
    ...said(text),
    part: name,
  })

  test('are estimated one by one, beside the system prompt', () => {
    const blocks = [
      part('reminders', '1234'),
      part('messages', '12345678'),
      part('memoryResults', '123456789012'),
      part('otherResults', '1234567890123456'),
      part('messages', '1'),
    ]
    expect(partsOf(blocks, 70)).toEqual({
      system: 70,
      reminders: 1,
      memoryResults: 3,
      messages: 3,
      otherResults: 4,
    })
  })

  test('add up', () => {
    expect(
      sumOf({ system: 1, reminders: 20, memoryResults: 300, messages: 4000, otherResults: 5 }),
    ).toBe(4326)
    expect(sumOf(NO_PARTS)).toBe(0)
  })

  test('exclude what comes before the API’s own summary', () => {
    const blocks = [
      said('long ago'),
      replied('yes'),
      summed('summary!'),
      replied('more'),
      said('now!'),
    ]
    expect(partsOf(blocks, 0).messages).toBe(2 + 1 + 1)
  })

  test('exclude what comes before the last of several', () => {
    expect(
      partsOf([said('a'), summed('long summary'), summed('sum!'), said('b')], 0).messages,
    ).toBe(2)
  })

  test('include everything if the API failed to summarise', () => {
    expect(partsOf([said('long ago'), summed(null), said('now!')], 0).messages).toBe(3)
  })

  test('start at the last summary if a later one failed', () => {
    const blocks = [said('long ago'), summed('sum!'), said('then'), summed(null), said('now!')]
    expect(partsOf(blocks, 0).messages).toBe(3)
  })
})

describe('parts scaled to a total', () => {
  const parts = fc.record(
    Object.fromEntries(CONTEXT_PARTS.map((name) => [name, fc.nat(500_000)])),
  ) as fc.Arbitrary<PartTokens>

  test('add up to it exactly, and keep their shares', () => {
    fc.assert(
      fc.property(parts, fc.nat(1_000_000), (guessed, total) => {
        const scaled = scaledTo(guessed, total)
        expect(sumOf(scaled)).toBe(total)
        const sum = sumOf(guessed)
        if (sum === 0) return
        for (const name of CONTEXT_PARTS) {
          expect(Number.isInteger(scaled[name])).toBe(true)
          expect(scaled[name]).toBeGreaterThanOrEqual(0)
          expect(Math.abs(scaled[name] - (guessed[name] / sum) * total)).toBeLessThanOrEqual(1)
          if (guessed[name] === 0) expect(scaled[name]).toBe(0)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('stay unchanged if the total is theirs', () => {
    fc.assert(
      fc.property(parts, (guessed) => {
        expect(scaledTo(guessed, sumOf(guessed))).toEqual(guessed)
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    ['are zero if the total is', { ...NO_PARTS, system: 5 }, 0, 0],
    ['are zero if the total is negative', { ...NO_PARTS, system: 5 }, -1, 0],
    ['are messages if nothing was estimated', NO_PARTS, 9, 9],
  ])('%s', (_name, guessed, total, messages) => {
    expect(scaledTo(guessed, total)).toEqual({ ...NO_PARTS, messages })
  })
})
