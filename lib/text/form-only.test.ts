import { expect, test } from 'vitest'
import { differsOnlyInForm } from './form-only'

test.each([
  ['white space', ['a  b', '', 'c '], ['a b', 'c']],
  ['lines wrapped elsewhere', ['one two', 'three'], ['one', 'two three']],
  ['case', ['Deploys go north'], ['deploys Go north']],
  ['punctuation', ['* "a", b – c;'], ['- a: b, c.']],
  ['a table’s columns', ['| a | b |'], ['|  a  |  b  |']],
])('only %s differs', (_name, before, after) => {
  expect(differsOnlyInForm(before, after)).toBe(true)
})

test.each([
  ['a word', ['go north'], ['go south']],
  ['a checked box', ['- [ ] done'], ['- [x] done']],
  ['a sign before a number', ['at 5 degrees'], ['at -5 degrees']],
  ['a decimal point', ['1.5 kg'], ['15 kg']],
  ['a negated condition', ['if (ready)'], ['if (!ready)']],
  ['words joined', ['the rapist'], ['therapist']],
  ['a comparison', ['a < b'], ['a > b']],
  ['a line more', ['a'], ['a', 'b']],
])('%s is more than form', (_name, before, after) => {
  expect(differsOnlyInForm(before, after)).toBe(false)
})
