import { expect, test } from 'vitest'
import { visibleRuns } from '@/lib/text/visible-text'
import { flagsIn } from '@/tests/support/detector-cases'
import { hiddenCharacters } from './hidden-characters'
import { scannedText } from './scanned-text'

const foundIn = (text: string) =>
  flagsIn(text).map(({ rule, line, fromColumn, toColumn }) => [rule, line, fromColumn, toColumn])

test.each([
  ['a letter order turned round', 'is\u202eadmin', ['bidi_override', 1, 2, 3]],
  ['tags', `a${'\u{e0041}\u{e0042}'}b`, ['tag_characters', 1, 1, 5]],
  ['many of no width', `a\n${'\u200b\u2060'.repeat(3)}b`, ['hidden_run', 2, 0, 6]],
  ['one of no width', 'pass\u200bword\r\n', ['invisible_character', 1, 4, 5]],
  ['a terminal’s commands', 'a\u001b[31mb', ['terminal_escape', 1, 1, 6]],
] as const)('%s', (_name, text, found) => {
  expect(foundIn(text)).toEqual([found])
})

test('what a script or a picture needs is none, nor a byte-order mark first or a return last', () => {
  expect(foundIn('\ufeffMenu 👨\u200d👩\u200d👧 ⚠️ नमस्\u200dते می\u200cخواهم\r\nmore\r')).toEqual([])
})

test('every character that a view labels is found', () => {
  const labelled = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || (code > 0xdfff && code < 0x10000) || code >> 12 === 0xe0)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => sign !== '\n' && visibleRuns(`a${sign}b`).some(({ label }) => label !== null))
  expect(labelled.length).toBeGreaterThan(4_000)
  const missed = labelled.filter((sign) => hiddenCharacters(scannedText(`a${sign}b`)).length === 0)
  expect(missed).toEqual([])
})
