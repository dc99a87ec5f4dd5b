import { expect, test } from 'vitest'
import { toPowerOfTwo } from './to-power-of-two'

test('a list is lengthened up to a power of two by its last value', () => {
  expect(toPowerOfTwo(['a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'c'])
  expect(toPowerOfTwo(['a', 'b'])).toEqual(['a', 'b'])
})

test('or by a value that matches nothing, also where there is none', () => {
  expect(toPowerOfTwo([1, 2, 3, 4, 5], -1)).toEqual([1, 2, 3, 4, 5, -1, -1, -1])
  expect(toPowerOfTwo([], -1)).toEqual([-1])
  expect(toPowerOfTwo([])).toEqual([])
})
