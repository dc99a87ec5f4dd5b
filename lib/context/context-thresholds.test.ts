import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  levelOf,
  type ContextThresholds,
  thresholdTokens,
  DEFAULT_THRESHOLDS,
} from './context-thresholds'

const WINDOW = 200_000

describe('the threshold that a context has reached', () => {
  test.each([
    [0, 'below'],
    [119_999, 'below'],
    [120_000, 'warning'],
    [120_001, 'warning'],
    [159_999, 'warning'],
    [160_000, 'error'],
    [160_001, 'error'],
    [183_999, 'error'],
    [184_000, 'compaction'],
    [184_001, 'compaction'],
    [250_000, 'compaction'],
  ] as const)('at %i of 200,000 tokens is %s', (tokens, level) => {
    expect(levelOf(tokens, WINDOW, DEFAULT_THRESHOLDS)).toBe(level)
  })

  test('is never compaction if that is off', () => {
    const thresholds: ContextThresholds = { ...DEFAULT_THRESHOLDS, compaction: null }
    expect(levelOf(WINDOW, WINDOW, thresholds)).toBe('error')
    expect(levelOf(119_999, WINDOW, thresholds)).toBe('below')
  })

  test('is the highest of equal thresholds', () => {
    const thresholds: ContextThresholds = { warning: 50, error: 50, compaction: 50 }
    expect(levelOf(100, 200, thresholds)).toBe('compaction')
    expect(levelOf(99, 200, thresholds)).toBe('below')
  })
})

describe('a threshold in tokens', () => {
  test.each([
    [60, 200_000, 120_000],
    [92, 1_000, 920],
    [92, 1_001, 921],
    [55, 1_000, 550],
    [7, 100, 7],
    [33.3, 1_000, 333],
    [100, 199_999, 199_999],
  ])('at %s percent of a window of %i is %i', (percent, window, tokens) => {
    expect(thresholdTokens(percent, window)).toBe(tokens)
  })

  test('is the smallest size that has reached it', () => {
    const percent = fc.integer({ min: 1, max: 100 })
    const hundreds = fc.integer({ min: 10, max: 200_000 }).map((count) => count * 100)
    const window = fc.oneof(hundreds, fc.integer({ min: 1_000, max: 20_000_000 }))
    fc.assert(
      fc.property(percent, window, (threshold, size) => {
        const tokens = thresholdTokens(threshold, size)
        const thresholds: ContextThresholds = { warning: threshold, error: 1_000, compaction: null }
        expect(levelOf(tokens, size, thresholds)).toBe('warning')
        expect(levelOf(tokens - 1, size, thresholds)).toBe('below')
        // In whole numbers: tokens / size >= threshold / 100, and no smaller number.
        expect(tokens * 100).toBeGreaterThanOrEqual(threshold * size)
        expect((tokens - 1) * 100).toBeLessThan(threshold * size)
      }),
      { numRuns: 200 },
    )
  })
})
