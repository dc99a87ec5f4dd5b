import { expect, test } from 'vitest'
import { coloursOf, linesOfDiff } from './diff-lines'
import { linesOfText } from './text'

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

test('a text has its lines with their numbers and colours', () => {
  const text = '# a\nb\n'
  expect(linesOfText(text, coloursOf(text, '/a.md'))).toEqual([
    { kind: 'same', after: 1, text: '# a', syntax: '2mk1h' },
    { kind: 'same', after: 2, text: 'b', syntax: '' },
  ])
  expect(linesOfText('', coloursOf('', '/a.md'))).toEqual([])
})

test('equal lines far from a change are folded, and are in the fold', () => {
  const before = numbered(20)
  const { lines, added, removed } = linesOfDiff({
    before,
    after: before.replace('line 10\n', ''),
    path: null,
  })
  expect(lines.map(({ kind, count }) => count ?? kind)).toEqual([
    6,
    'same',
    'same',
    'same',
    'removed',
    'same',
    'same',
    'same',
    7,
  ])
  expect(lines[0]?.inside?.map(({ text }) => text).at(-1)).toBe('line 6')
  expect({ added, removed }).toEqual({ added: 0, removed: 1 })
})

test('a fold of one line is that line', () => {
  const before = numbered(5)
  const { lines } = linesOfDiff({ before, after: `${before}end\n`, path: null })
  expect(lines.filter(({ kind }) => kind === 'fold').map(({ count }) => count)).toEqual([2])
  const short = linesOfDiff({ before: numbered(4), after: `${numbered(4)}end\n`, path: null })
  expect(short.lines.map(({ kind }) => kind)).toEqual(['same', 'same', 'same', 'same', 'added'])
})

test('what is beyond the limit is counted', () => {
  const { lines, notShown, added } = linesOfDiff({
    before: '',
    after: numbered(10),
    path: null,
    most: 4,
  })
  expect([lines.length, notShown, added]).toEqual([4, 6, 10])
})

test('a long line is cut, between characters, and not before what was rewritten in it', () => {
  const [line] = linesOfDiff({ before: '', after: `a${'😀'.repeat(1_500)}`, path: null }).lines
  expect(line?.text.length).toBe(1_999)
  expect(line?.cut).toBe(1_002)
  expect(line?.isUnended).toBe(true)
  const long = (word: string) => `${'x'.repeat(3_000)} ${word} ${'y'.repeat(3_000)}`
  const { lines } = linesOfDiff({ before: long('a'), after: long('b'), path: null })
  expect(lines.map(({ text, cut }) => [text.at(-1), cut])).toEqual([
    ['a', 3_001],
    ['b', 3_001],
  ])
})
