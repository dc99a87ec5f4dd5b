import fc from 'fast-check'
import { expect, it, test } from 'vitest'

import { MAX_VARINT_BYTES, readVarint, writeVarint } from './varint'

test.each([
  [0, [0x00]],
  [127, [0x7f]],
  [128, [0x80, 0x01]],
  [300, [0xac, 0x02]],
  [2 ** 32, [0x80, 0x80, 0x80, 0x80, 0x10]],
  [Number.MAX_SAFE_INTEGER, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
])('%d is written as %j', (value, expected) => {
  const bytes = new Uint8Array(MAX_VARINT_BYTES)
  expect([...bytes.subarray(0, writeVarint(bytes, 0, value))]).toEqual(expected)
})

it('round-trips, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (values) => {
      const bytes = new Uint8Array(values.length * MAX_VARINT_BYTES)
      const end = values.reduce((at, value) => writeVarint(bytes, at, value), 0)
      const cursor = { at: 0 }
      expect(values.map(() => readVarint(bytes, cursor))).toEqual(values)
      expect(cursor.at).toBe(end)
    }),
  )
})

test.each([
  ['nothing', []],
  ['a cut number', [0x80]],
  ['a number past 2^53 - 1', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x10]],
  ['a number without an end', [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
])('%s reads as -1', (_name, bytes) => {
  expect(readVarint(Uint8Array.from(bytes), { at: 0 })).toBe(-1)
})
