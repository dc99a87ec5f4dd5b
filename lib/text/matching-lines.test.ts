import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchingLines } from './matching-lines'

const lines = fc.array(fc.nat(6), { maxLength: 14 })

/** The length of the longest common subsequence, by brute force. */
function longest(before: readonly number[], after: readonly number[]): number {
  const [one, ...rest] = before
  if (one === undefined) return 0
  const at = after.indexOf(one)
  const without = longest(rest, after)
  return at < 0 ? without : Math.max(without, 1 + longest(rest, after.slice(at + 1)))
}

describe('matching lines', () => {
  test('are equal, and in the order of both texts', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const pairs = matchingLines(before, after)
        pairs.forEach((pair, index) => {
          expect(before[pair.before]).toBe(after[pair.after])
          const next = pairs[index + 1]
          if (!next) return
          expect(next.before).toBeGreaterThan(pair.before)
          expect(next.after).toBeGreaterThan(pair.after)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('are as many as there can be where no line is unique', () => {
    // A common prefix or suffix would be trimmed, taking one of two equal lines and making the
    // other unique: so each text begins and ends with its own line.
    const doubledIn = (frame: number) =>
      fc.array(fc.nat(6), { maxLength: 8 }).map((each) => [frame, ...each, ...each, frame])
    fc.assert(
      fc.property(doubledIn(7), doubledIn(8), (before, after) => {
        expect(matchingLines(before, after)).toHaveLength(longest(before, after))
      }),
    )
  })

  test('are found in long texts that consist of repeated lines', () => {
    const before = Array.from({ length: 20_000 }, (_, line) => line % 3)
    expect(matchingLines(before, [9, ...before]).length).toBe(before.length)
  })

  test('are found in the longest text, each of whose lines is another', () => {
    const lines = Array.from({ length: 300_000 }, (_, line) => line)
    expect(matchingLines([-1, ...lines, -2], [-3, ...lines, -4])).toHaveLength(300_000)
  })
})
