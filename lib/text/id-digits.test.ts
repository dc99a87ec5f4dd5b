import { expect, test } from 'vitest'
import { timeOfId } from './id-digits'
import { newId } from './prefixed-id'

test('an id tells the time that it was made for', () => {
  for (const at of [0, 1, 57, 58, Date.UTC(2026, 10, 26, 16, 20)]) {
    expect(timeOfId(newId('sesn', at))).toBe(at)
  }
})

test('another’s id tells no time', () => {
  expect(timeOfId('sesn_1')).toBeNull()
  expect(timeOfId('sesn_011CZkZcDH3vPqd6y6wh9f23xyz')).toBeNull()
})
