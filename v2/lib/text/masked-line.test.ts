import { expect, test } from 'vitest'
import { maskedWhole } from './masked-line'

test('of a line that is masked whole at most four characters stay, and its length', () => {
  expect(maskedWhole('token: abcdefghijklmnop')).toBe(`toke${'•'.repeat(19)}`)
  expect(maskedWhole('abc')).toBe('•••')
  expect(maskedWhole('')).toBe('')
})
