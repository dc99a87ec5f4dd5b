import { expect, test } from 'vitest'
import { visibleRuns } from '@/lib/text/visible-text'
import { findingsIn } from '@/tests/support/detector-cases'
import { hiddenCharacters } from './hidden-characters'
import { scannedText } from './scanned-text'

const foundIn = (text: string) =>
  findingsIn(text).map(({ rule, severity, fromColumn, toColumn }) => [
    rule,
    severity,
    fromColumn,
    toColumn,
  ])

test.each([
  ['a letter order turned round', 'is\u202eadmin', [['bidi_override', 'critical', 2, 3]]],
  ['tags', `a${'\u{e0041}\u{e0042}'}b`, [['tag_characters', 'critical', 1, 5]]],
  ['many of no width', `a${'\u200b'.repeat(5)}b`, [['hidden_run', 'medium', 1, 6]]],
  ['one of no width', 'pass\u200bword', [['invisible_character', 'low', 4, 5]]],
  ['a terminal’s commands', 'a\u001b[31mb', [['terminal_escape', 'medium', 1, 6]]],
] as const)('%s', (_name, text, found) => {
  expect(foundIn(text)).toEqual(found)
})

test('what a script or a picture needs is none, nor a byte-order mark first or a return last', () => {
  expect(foundIn('\ufeffMenu 👨\u200d👩\u200d👧 ⚠️ नमस्\u200dते می\u200cخواهم\r')).toEqual([])
})

test('every character that a view labels is found', () => {
  const labelled = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || (code > 0xdfff && code < 0x10000) || code >> 12 === 0xe0)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => sign !== '\n' && visibleRuns(`a${sign}b`).some(({ label }) => label !== null))
  expect(labelled.length).toBeGreaterThan(4_000)
  const lines = labelled.map((sign, index) => ({ number: index + 1, text: `a${sign}b` }))
  const missed = lines.filter(
    ({ text }) => hiddenCharacters(scannedText([{ number: 1, text }])).length === 0,
  )
  expect(missed).toEqual([])
})
