import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DiffLine, lineCounts, textDiff } from './text-diff'

const shown = (before: string, after: string, around?: number) =>
  textDiff(before, after, around).hunks.map(({ skipped, lines }) => [
    skipped,
    ...lines.map(({ kind, text }) => ({ same: ' ', removed: '-', added: '+' })[kind] + text),
  ])

describe('the difference of two texts', () => {
  test('has each change with the lines around it, and counts the skipped ones', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
    const diff = textDiff(before, before.replace('d', 'X'), 1)
    expect(diff).toMatchObject({ added: 1, removed: 1, skippedAfter: 3 })
    expect(shown(before, before.replace('d', 'X'), 1)).toEqual([[2, ' c', '-d', '+X', ' e']])
  })

  test('of equal texts is nothing', () => {
    expect(textDiff('a\nb', 'a\nb')).toEqual({ hunks: [], skippedAfter: 2, added: 0, removed: 0 })
  })

  test('distinguishes a last line with a newline from one without', () => {
    expect(textDiff('a\nb', 'a\nb\n').hunks[0]?.lines.slice(1)).toMatchObject([
      { kind: 'removed', text: 'b', isUnended: true },
      { kind: 'added', text: 'b', isUnended: false },
    ])
  })

  test('from and to an empty text has only added, or only removed, lines', () => {
    expect(shown('', 'a\n')).toEqual([[0, '+a']])
    expect(shown('a\n', '')).toEqual([[0, '-a']])
    expect(shown('', '\n')).toEqual([[0, '+']])
  })

  test('highlights the rewritten words of a line, in any script', () => {
    const [hunk] = textDiff('배포는 월요일에 한다', '배포는 화요일에 한다').hunks
    expect(hunk?.lines.map((line) => (line.kind === 'same' ? [] : line.marks))).toEqual([
      [[4, 8]],
      [[4, 8]],
    ])
  })

  test('highlights nothing where a line was replaced by an unrelated one', () => {
    const [hunk] = textDiff('one two three', 'completely other words').hunks
    expect(hunk?.lines.every((line) => line.kind !== 'same' && line.marks.length === 0)).toBe(true)
  })

  const text = fc
    .array(fc.constantFrom('a', 'b', '', '\r', '한', 'a b c', 'a x c'), { maxLength: 12 })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))

  test('contains both texts, to the byte, whatever they are', () => {
    const joined = (lines: readonly DiffLine[]) =>
      lines.map((line) => line.text + (line.isUnended ? '' : '\n')).join('')
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = textDiff(before, after, Infinity).hunks.flatMap((hunk) => hunk.lines)
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
