import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followedLines } from './followed-lines'

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** Lines of which many are equal, as in lists. */
const anyLines = fc.array(fc.constantFrom('', '- a', '- b', '- c', 'd', '}'), { maxLength: 12 })

/** Lines that differ, and some of them. */
const distinct = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    lines: fc.constant(Array.from({ length: count }, (_, index) => `line ${index}`)),
    range: fc
      .tuple(fc.integer({ min: 1, max: count }), fc.integer({ min: 1, max: count }))
      .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  }),
)

const slice = (lines: readonly string[], { from, to }: { from: number; to: number }) =>
  lines.slice(from - 1, to)

describe('followed lines', () => {
  test('are the same lines wherever they are found', () => {
    fc.assert(
      fc.property(anyLines, anyLines, fc.nat(11), fc.nat(11), (one, other, at, more) => {
        fc.pre(at < one.length)
        const lines = { from: at + 1, to: Math.min(one.length, at + 1 + more) }
        const found = followedLines(text(one), text(other))(lines)
        if (found) expect(slice(other, found)).toEqual(slice(one, lines))
      }),
    )
  })

  test('move with what is added and taken away around them', () => {
    fc.assert(
      fc.property(distinct, fc.nat(5), fc.nat(5), ({ lines, range }, above, below) => {
        const added = (count: number, name: string) =>
          Array.from({ length: count }, (_, index) => `${name} ${index}`)
        const kept = lines.filter(
          (_, index) => (index + 1 >= range.from && index + 1 <= range.to) || index % 2 === 0,
        )
        const now = [...added(above, 'above'), ...kept, ...added(below, 'below')]
        const found = followedLines(text(lines), text(now))(range)
        expect(found && slice(now, found)).toEqual(slice(lines, range))
      }),
    )
  })

  test('are gone once one of them is another or a line stands between them, and back when it is undone', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.boolean(), ({ lines, range }, at, isSplit) => {
        const index = range.from - 1 + (at % (range.to - range.from + 1))
        fc.pre(!isSplit || index > range.from - 1)
        const now = isSplit ? lines.toSpliced(index, 0, 'new') : lines.with(index, 'rewritten')
        expect(followedLines(text(lines), text(now))(range)).toBeNull()
        const again = ['before', ...lines]
        expect(followedLines(text(lines), text(again))(range)).toEqual({
          from: range.from + 1,
          to: range.to + 1,
        })
      }),
    )
  })

  test('are found where they were moved to, if they stand once', () => {
    const before = 'title\none\ntwo\nthree\nfour\n'
    expect(followedLines(before, 'title\nthree\nfour\none\ntwo\n')({ from: 2, to: 3 })).toEqual({
      from: 4,
      to: 5,
    })
    expect(followedLines('x\na\n', 'a\ny\na\n')({ from: 1, to: 1 })).toBeNull()
  })

  test('do not mind a last newline', () => {
    expect(followedLines('a\nb', 'a\nb\n')({ from: 2, to: 2 })).toEqual({ from: 2, to: 2 })
  })

  test('are nowhere in an empty text', () => {
    expect(followedLines('a\n', '')({ from: 1, to: 1 })).toBeNull()
  })
})
