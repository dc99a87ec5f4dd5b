import { expect, test } from 'vitest'
import { isTooLargeForOneRead } from './one-read'

test.each([
  ['400 lines', 'a\n'.repeat(400), false],
  ['401 lines', 'a\n'.repeat(401), true],
  ['40 kB', 'a'.repeat(40_000), false],
  ['a byte more', 'a'.repeat(40_001), true],
  ['40 kB in fewer characters', 'й'.repeat(20_001), true],
])('%s', (_name, content, is) => {
  expect(isTooLargeForOneRead(content)).toBe(is)
})
