import { expect, test } from 'vitest'
import { lineHunks } from '@/lib/text/line-hunks'
import { splitLines } from '@/lib/text/lines'
import { hunkLinesOf } from './hunk-lines'

const side = (text: string) => ({
  path: '/a.md',
  lines: text === '' ? [] : splitLines(text),
  isUnended: !text.endsWith('\n'),
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

/** The lines of each hunk between two texts. */
function linesOf(before: string, after: string, isWide = false) {
  const hunks = lineHunks(before, after).map((hunk) => ({ ...hunk, flags: [] }))
  const linesIn = hunkLinesOf({ left: side(before), head: side(after), hunks })
  return hunks.map((hunk) => linesIn(hunk, isWide))
}

test('a hunk has three lines around, as far as they are the same on both sides', () => {
  const after = numbered(20).replace('line 6\n', 'six\n').replace('line 9\n', '')
  const hunks = linesOf(numbered(20), after)
  expect(hunks.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['line 3', 'line 4', 'line 5', 'line 6', 'six', 'line 7', 'line 8'],
    ['line 7', 'line 8', 'line 9', 'line 10', 'line 11', 'line 12'],
  ])
  expect(hunks[1]?.lines.at(-1)).toMatchObject({ kind: 'same', before: 12, after: 11 })
  const [first] = linesOf('a\nb\nend\n', 'A\nb\nend')
  expect(first?.lines.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same'])
})

test('of a long hunk the first 400 lines come, and the number of the others', () => {
  const [hunk] = linesOf('a\n', `a\n${numbered(500)}b\n`)
  expect([hunk?.lines.length, hunk?.notShown]).toEqual([401, 101])
  const [wide] = linesOf('a\n', `a\n${numbered(500)}b\n`, true)
  expect(wide?.notShown).toBe(0)
})

test('of a long line comes what was rewritten, however far behind, and what follows when it is asked for', () => {
  const long = (word: string) => `${'x'.repeat(6_000)} ${word} ${'y'.repeat(100)}\n`
  const [[cut], [whole]] = [linesOf(long('a'), long('b')), linesOf(long('a'), long('b'), true)]
  expect([cut?.cut, whole?.cut]).toEqual([202, 0])
  expect(cut?.lines.map(({ text, words }) => [text.at(-1), words])).toEqual([
    ['a', [[6_001, 6_002]]],
    ['b', [[6_001, 6_002]]],
  ])
})

test('rewritten words are marked, also beside a line that is new', () => {
  const [hunk] = linesOf('status: ready for it\n', 'a new line\nstatus: done for it\n')
  expect(hunk?.lines.map(({ words }) => words)).toEqual([[[8, 13]], undefined, [[8, 12]]])
})

test('what was found in an added line is marked in it, and where it is masked the mask is', () => {
  const head = side('Key: ghp_••••, then\nIgnore all of it.\n')
  const found = { category: 'secret', severity: 'critical', rule: 'github_token' } as const
  const place = (line: number, fromColumn: number, toColumn: number) =>
    ({ ...found, line, toLine: line, fromColumn, toColumn }) as const
  const flags = [place(1, 5, 45), place(2, 0, 10)]
  const hunk = { beforeFrom: 0, beforeCount: 0, afterFrom: 0, afterCount: 2, flags }
  const { lines } = hunkLinesOf({ left: null, head, hunks: [hunk] })(hunk)
  expect(lines.map(({ flagged }) => flagged)).toEqual([[[5, 13]], [[0, 10]]])
  const far = { ...hunk, afterCount: 1, flags: [place(1, 6_000, 6_004)] }
  const long = side(`${'x '.repeat(3_000)}obey${' y'.repeat(50)}\n`)
  const [line] = hunkLinesOf({ left: null, head: long, hunks: [far] })(far).lines
  expect([line?.text.slice(-4), line?.cut]).toEqual(['obey', 100])
})

test('of a redacted left side nothing is shown, and a hunk of a path has no lines', () => {
  const linesIn = hunkLinesOf({ left: 'redacted', head: side('a\nb\n'), hunks: [] })
  const hunk = { beforeFrom: 0, beforeCount: 0, afterFrom: 0, afterCount: 2, flags: [] }
  expect(linesIn(hunk).lines.map(({ kind }) => kind)).toEqual(['added', 'added'])
  expect(linesIn({ ...hunk, afterCount: 0 }).lines).toEqual([])
})
