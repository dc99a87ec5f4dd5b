import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Blame } from './blame'
import { splitLines } from './lines'
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

  test('are all lines of an unchanged text', () => {
    fc.assert(
      fc.property(lines, (same) => {
        expect(matchingLines(same, same)).toHaveLength(same.length)
      }),
    )
  })

  test('are found in long texts that consist of repeated lines', () => {
    const before = Array.from({ length: 20_000 }, (_, line) => line % 3)
    expect(matchingLines(before, [9, ...before]).length).toBe(before.length)
  })
})

/** The version that wrote each line; the hash of a text is the text. */
function blamed(...versions: readonly (string | Rollback)[]): readonly number[] {
  return linesOf(versions).map(({ writer }) => writer)
}

/** A version that brings something back. */
interface Rollback {
  back: string
}

const contentOf = (version: string | Rollback) =>
  typeof version === 'string' ? version : version.back

function linesOf(versions: readonly (string | Rollback)[]) {
  const rollbacks = versions.flatMap((each) => (typeof each === 'string' ? [] : [each.back]))
  const blame = new Blame<number>(rollbacks)
  versions.forEach((version, writer) => {
    const content = contentOf(version)
    blame.add({ content, writer, hash: content, isRollback: typeof version !== 'string' })
  })
  return blame.result
}

describe('blame', () => {
  test('gives each line to the version that wrote it', () => {
    expect(blamed('a\nb\nc\n', 'a\nX\nc\n', 'a\nX\nc\nd\n')).toEqual([0, 1, 0, 2])
  })

  test.each([
    ['a final newline that comes or goes', ['a\nb', 'a\nb\n'], [0, 0]],
    ['a line that is moved', ['a\nb\nc\n', 'b\nc\na\n'], [0, 0, 1]],
    ['a text that was emptied between', ['a\n', '', 'a\n'], [2]],
    ['other line ends', ['a\r\nb\r\n', 'a\nb\r\n'], [1, 0]],
    ['a line that is doubled', ['a\n', 'a\na\n'], [0, 1]],
  ])('of %s', (_name, versions, writers) => {
    expect(blamed(...versions)).toEqual(writers)
  })

  test('gives a line to a version that has it, and an unchanged line to the first', () => {
    const content = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'long line'), { maxLength: 8 })
      .map((each) => each.join('\n'))
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 6 }), (versions) => {
        const last = versions.at(-1) ?? ''
        const writers = blamed(...versions)
        expect(writers).toHaveLength(last === '' ? 0 : splitLines(last).length)
        writers.forEach((version, index) => {
          expect(splitLines(versions[version] ?? '')).toContain(splitLines(last)[index])
        })
        expect(blamed(...versions, last)).toEqual(writers)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['all of an earlier text', ['a\nb\n', 'X\n', { back: 'a\nb\n' }], [0, 0]],
    [
      'lines among others’ later ones',
      ['a\nb\n', 'b\n', 'b\nc\n', { back: 'a\nb\nc\n' }],
      [0, 0, 2],
    ],
    ['a text that was emptied', ['a\n', '', { back: 'a\n' }], [0]],
    ['lines of two writers', ['a\n', 'a\nb\n', 'X\n', { back: 'a\nb\n' }], [0, 1]],
    ['equal lines of two writers', ['a\n', 'a\nb\na\n', 'b\n', { back: 'a\nb\na\n' }], [0, 1, 1]],
    ['a line that somebody wrote again since', ['a\n', 'b\n', 'a\n', 'c\n', { back: 'a\n' }], [2]],
    ['what a rollback took away', ['a\n', 'a\nb\n', { back: 'a\n' }, { back: 'a\nb\n' }], [0, 1]],
    ['something, and adds a line', ['a\n', 'b\n', { back: 'a\nX\n' }], [0, 2]],
  ])('of a rollback that brings back %s', (_name, versions, writers) => {
    expect(blamed(...versions)).toEqual(writers)
  })

  test('says by which rollback a line came back, and of no line that was never gone', () => {
    const lines = linesOf(['a\nb\n', 'b\n', { back: 'a\nb\n' }, 'a\nb\nc\n'])
    expect(lines.map(({ broughtBackBy }) => broughtBackBy)).toEqual([2, null, null])
  })

  test('after a return to an earlier text is what it was there, however often it was left', () => {
    const content = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'long line'), { maxLength: 8 })
      .map((each) => each.join('\n'))
    // A step back goes to a version before, counted from the last.
    const step = fc.oneof(content, fc.record({ to: fc.nat(5) }))
    fc.assert(
      fc.property(content, fc.array(step, { maxLength: 12 }), (first, steps) => {
        const versions: (string | Rollback)[] = [first]
        for (const each of steps) {
          const isBack = typeof each !== 'string'
          versions.push(isBack ? { back: contentOf(versions.at(-1 - each.to) ?? first) } : each)
        }
        for (const [at, version] of versions.entries()) {
          if (typeof version === 'string') continue
          const before = versions.slice(0, at)
          const returnedTo = before.findLastIndex((each) => contentOf(each) === version.back)
          expect(blamed(...before, version)).toEqual(blamed(...versions.slice(0, returnedTo + 1)))
        }
      }),
    )
  })
})
