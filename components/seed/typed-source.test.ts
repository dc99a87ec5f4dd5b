import { expect, test } from 'vitest'
import { typedSource } from './typed-source'

test.each([
  ['', 'nothing'],
  [' \n ', 'nothing'],
  ['/home/ada/notes', 'path'],
  ['  ~/notes\n', 'path'],
  ['../notes', 'path'],
  ['C:\\notes', 'path'],
  ['.hidden thoughts', 'text'],
  ['Deploy on Fridays only after the backup', 'text'],
  ['/one\n/two', 'text'],
])('%j is taken as %s', (typed, kind) => {
  expect(typedSource(typed)).toBe(kind)
})
