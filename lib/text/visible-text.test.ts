import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainName, plainText, visibleNameRuns, visibleRuns } from './visible-text'

const labels = (line: string) => visibleRuns(line).flatMap(({ label }) => label ?? [])

describe('what a reader would not see is labelled', () => {
  test.each([
    ['a right-to-left override', 'pay \u202egnp.exe', ['RLO']],
    ['a space of no width', 'pass\u200bword', ['ZWSP']],
    ['a joiner between Latin letters', 'a\u200db', ['ZWJ']],
    ['a colour of the terminal', '\u001b[31mred\u001b[0m', ['ESC[31m', 'ESC[0m']],
    [
      'a link of the terminal',
      '\u001b]8;;https://evil.example\u0007x',
      ['ESC]8;;https://evil.example'],
    ],
    ['a bell', 'x\u0007', ['U+0007']],
    ['tags that spell a hidden text', 'hi\u{e0068}\u{e0069}', ['U+E0068', 'U+E0069']],
    ['a variation of nothing', 'a\ufe0f', ['U+FE0F']],
    ['a return at the end of a line', 'windows\r', ['CR']],
    ['a line separator', 'a\u2028b', ['U+2028']],
    ['a Hangul filler', '\u3164', ['U+3164']],
    ['the same again and again', 'a\u200b\u200b\u200bb\u200b', ['ZWSP×3', 'ZWSP']],
    ['colours without end', '\u001b[1m\u001b[1m', ['ESC[1m×2']],
    ['more marks than a letter can have', `Z${'\u0301'.repeat(40)}`, ['U+0301×10']],
    ['marks of many kinds', `Z${'\u0301\u0302'.repeat(20)}`, ['M×10']],
  ])('%s', (_name, line, expected) => {
    expect(labels(line)).toEqual(expected)
  })
})

test('a line with too much of it is labelled at its beginning, and the rest is counted', () => {
  const line = 'a\u200b'.repeat(25_000)
  const runs = visibleRuns(line)
  expect(runs).toHaveLength(1_001)
  expect(runs.at(-1)).toMatchObject({ label: '…×24500', instead: 'a\ufffd'.repeat(24_500) })
  expect(runs.map(({ text }) => text).join('')).toBe(line)
})

test('what a browser could not lay out is replaced by a visible sign', () => {
  const [, marks] = visibleRuns(`Z${'\u0301'.repeat(50_000)}`)
  expect(marks).toMatchObject({ label: 'U+0301×49970', instead: '\ufffd' })
  const rest = visibleRuns(`${'a\u200b'.repeat(500)}👩‍👩‍👧 세\u001b[31m`).at(-1)
  expect(rest).toMatchObject({ label: '…×1', instead: '👩‍👩‍👧 세\ufffd' })
})

test.each([
  'plain text\twith a tab',
  '안녕 세계',
  '👩‍👩‍👧‍👦 family, 👍🏽 thumb, ❤️ heart, 1️⃣ key',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'می\u200cخواهم',
  'क्\u200dष',
  'no\u00a0break',
  `Z${'\u0301'.repeat(30)}`,
])('what is written rightly stays as it is: %s', (line) => {
  expect(visibleRuns(line)).toEqual([{ text: line, label: null }])
})

test('the runs join to the line, and nothing hidden is left in what is shown as it is', () => {
  const hidden = ['\u202e', '\u200b', '\u001b', '\u0001']
  const part = fc.constantFrom('a', 'é', '세', '🙂', ...hidden, '\u001b[1m', '\ufe0f', '\u200d')
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), (parts) => {
      const line = parts.join('').replaceAll('\n', '')
      const runs = visibleRuns(line)
      expect(runs.map(({ text }) => text).join('')).toBe(line)
      for (const { text, label } of runs) {
        if (label !== null) continue
        for (const each of hidden) expect(text).not.toContain(each)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a plain name.md', 'a plain name.md'],
  ['안녕 세계.md', '안녕 세계.md'],
  ['\u3164', '[U+3164]'],
  ['notes\u00a0old.md', 'notes[NBSP]old.md'],
  ['notes.md ', 'notes.md[SP]'],
  [' notes.md', '[SP]notes.md'],
  ['two  spaces', 'two[SP×2]spaces'],
  ['   ', '[SP×3]'],
  ['\u2800\u3000', '[U+2800 U+3000×2]'],
  ['a\ufe0fb', 'a[U+FE0F]b'],
  ['report\u202egpj.exe', 'report[RLO]gpj.exe'],
  ['', ''],
])('the name %j is written %s, and seen so', (name, written) => {
  const runs = visibleNameRuns(name)
  const seen = runs.map(({ text, label }) => (label === null ? text : `[${label}]`))
  expect([plainName(name), seen.join('')]).toEqual([written, written])
  expect(runs.map(({ text }) => text).join('')).toBe(name)
})

test('in a text, blanks and line ends stay as they are', () => {
  expect(plainText('one  two \nthree\u200b')).toBe('one  two \nthree[ZWSP]')
})

const HIDDEN = [
  ...'\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad\u2028\x1b\x07\r',
]

test('no bidirectional control and nothing of zero width is left, whatever is around it', () => {
  const piece = fc.oneof(fc.constantFrom(...HIDDEN), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      for (const written of [plainName(text), plainText(text)]) {
        expect([...written].filter((character) => HIDDEN.includes(character))).toEqual([])
      }
    }),
  )
})

test('a name of nothing but such characters is not written out without bound', () => {
  expect(plainName('\u202ea'.repeat(5_000)).length).toBeLessThan(15_000)
})
