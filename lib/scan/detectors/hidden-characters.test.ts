import { expect, test } from 'vitest'
import { findingsIn } from '@/tests/support/detector-cases'

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
