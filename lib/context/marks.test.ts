import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelOf, type Marks, markTokens, USUAL_MARKS } from './marks'

const WINDOW = 200_000

describe('the mark that a context has reached', () => {
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
    expect(levelOf(tokens, WINDOW, USUAL_MARKS)).toBe(level)
  })

  test('is never compaction where nothing is compacted by itself', () => {
    const marks: Marks = { ...USUAL_MARKS, compaction: null }
    expect(levelOf(WINDOW, WINDOW, marks)).toBe('error')
    expect(levelOf(119_999, WINDOW, marks)).toBe('below')
  })

  test('is the highest one where marks are at one place', () => {
    const marks: Marks = { warning: 50, error: 50, compaction: 50 }
    expect(levelOf(100, 200, marks)).toBe('compaction')
    expect(levelOf(99, 200, marks)).toBe('below')
  })
})

describe('a mark in tokens', () => {
  test.each([
    [60, 200_000, 120_000],
    [92, 1_000, 920],
    [92, 1_001, 921],
    [55, 1_000, 550],
    [7, 100, 7],
    [33.3, 1_000, 333],
    [100, 199_999, 199_999],
  ])('at %s percent of a window of %i is %i', (percent, window, tokens) => {
    expect(markTokens(percent, window)).toBe(tokens)
  })

  test('is the smallest size that has reached it', () => {
    const percent = fc.integer({ min: 1, max: 100 })
    const hundreds = fc.integer({ min: 10, max: 200_000 }).map((count) => count * 100)
    const window = fc.oneof(hundreds, fc.integer({ min: 1_000, max: 20_000_000 }))
    fc.assert(
      fc.property(percent, window, (mark, size) => {
        const tokens = markTokens(mark, size)
        const marks: Marks = { warning: mark, error: 1_000, compaction: null }
        expect(levelOf(tokens, size, marks)).toBe('warning')
        expect(levelOf(tokens - 1, size, marks)).toBe('below')
        // In whole numbers: tokens / size >= mark / 100, and no smaller one.
        expect(tokens * 100).toBeGreaterThanOrEqual(mark * size)
        expect((tokens - 1) * 100).toBeLessThan(mark * size)
      }),
      { numRuns: 200 },
    )
  })
})
