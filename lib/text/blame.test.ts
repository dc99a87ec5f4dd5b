import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blamedNext, type BlamedText } from './blame'
import { splitLines } from './lines'

/** A version that brings something back. */
interface Rollback {
  back: string
}

/** The version that wrote each line. */
function blamed(...versions: readonly (string | Rollback)[]): readonly number[] {
  return linesOf(versions).map(({ writer }) => writer)
}

function linesOf(versions: readonly (string | Rollback)[]) {
  let text: BlamedText<number> | null = null
  for (const [writer, version] of versions.entries()) {
    const bringsBack = typeof version !== 'string'
    text = blamedNext(text, { content: bringsBack ? version.back : version, writer, bringsBack })
  }
  return text?.lines ?? []
}

describe('blame', () => {
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
    ['equal lines of one writer', ['a\nb\na\n', 'b\n', { back: 'a\nb\na\n' }], [0, 0, 0]],
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
})
