import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agent, call, logOf, person, reminder, result } from '@/tests/support/session-log'
import { conversationOf } from './conversation'
import { PARTS } from './event'
import { NO_PARTS, partsOf, scaledParts, sumOfParts } from './parts'

const tokens = fc.nat(100_000)
const parts = fc.record({
  system: tokens,
  reminders: tokens,
  memory: tokens,
  messages: tokens,
  other_results: tokens,
})

describe('the parts of a context', () => {
  test('are estimated block by block', () => {
    const log = [person('four'), reminder('eight888'), agent('four'), call('t'), result('t', 'x')]
    const found = partsOf(conversationOf(logOf(...log), 'm'), 7)
    expect(found).toMatchObject({ system: 7, reminders: 2, other_results: 0 })
    expect(found.messages).toBeGreaterThan(2)
    expect(found.memory).toBeGreaterThan(0)
  })

  test('add up to the counted total, each within one token of its share', () => {
    fc.assert(
      fc.property(parts, tokens, (estimated, total) => {
        const scaled = scaledParts(estimated, total)
        expect(sumOfParts(scaled)).toBe(total)
        const sum = sumOfParts(estimated)
        if (sum === 0) return
        for (const part of PARTS) {
          expect(Math.abs(scaled[part] - (estimated[part] / sum) * total)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  test('are all messages where nothing was estimated', () => {
    expect(scaledParts(NO_PARTS, 5)).toEqual({ ...NO_PARTS, messages: 5 })
  })
})
