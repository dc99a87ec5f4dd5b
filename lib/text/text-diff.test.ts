import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiffLine, lineCounts, textDiff } from './text-diff'

const shown = (before: string, after: string) =>
  textDiff(before, after).lines.map(
    ({ kind, text }) => ({ same: ' ', removed: '-', added: '+' })[kind] + text,
  )

describe('the difference of two texts', () => {
  test('has every line, and counts those that changed', () => {
    expect(textDiff('a\nb\nc\n', 'a\nX\nc\n')).toMatchObject({ added: 1, removed: 1 })
    expect(shown('a\nb\nc\n', 'a\nX\nc\n')).toEqual([' a', '-b', '+X', ' c'])
  })

  test('of equal texts is nothing', () => {
    expect(textDiff('a\nb', 'a\nb')).toEqual({ lines: [], added: 0, removed: 0 })
  })

  test('distinguishes a last line with a newline from one without', () => {
    expect(textDiff('a\nb', 'a\nb\n').lines.slice(1)).toMatchObject([
      { kind: 'removed', text: 'b', isUnended: true },
      { kind: 'added', text: 'b', isUnended: false },
    ])
  })

  test('highlights the rewritten words of a line, in any script', () => {
    const { lines } = textDiff('배포는 월요일에 한다', '배포는 화요일에 한다')
    expect(lines.map((line) => (line.kind === 'same' ? [] : line.marks))).toEqual([
      [[4, 8]],
      [[4, 8]],
    ])
  })

  test('highlights nothing where a line was replaced by an unrelated one', () => {
    const { lines } = textDiff('one two three', 'completely other words')
    expect(lines.every((line) => line.kind !== 'same' && line.marks.length === 0)).toBe(true)
  })

  const text = fc
    .array(fc.constantFrom('a', 'b', '', '\r', '한', 'a b c', 'a x c'), { maxLength: 12 })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))

  test('contains both texts, to the byte, whatever they are', () => {
    const joined = (lines: readonly DiffLine[]) =>
      lines.map((line) => line.text + (line.isUnended ? '' : '\n')).join('')
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lines } = textDiff(before, after)
        if (before === after) return
        expect(joined(lines.filter(({ kind }) => kind !== 'added'))).toBe(before)
        expect(joined(lines.filter(({ kind }) => kind !== 'removed'))).toBe(after)
      }),
    )
  })

  test('can be counted without being built', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { added, removed } = textDiff(before, after)
        expect(lineCounts(before, after)).toEqual({ added, removed })
      }),
    )
  })
})
