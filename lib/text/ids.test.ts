import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { newId } from './ids'

const time = fc.integer({ min: 0, max: 58 ** 8 - 1 })

describe('newId', () => {
  it('is the prefix, an underscore and 24 characters of base 58', () => {
    expect(newId('memstore')).toMatch(/^memstore_[1-9A-HJ-NP-Za-km-z]{24}$/)
  })

  it('sorts by the time it is created for', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        fc.pre(a !== b)
        expect(newId('mem', a) < newId('mem', b)).toBe(a < b)
      }),
    )
  })

  it('sorts in order of creation within one millisecond, also among ids for other times', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => {
      newId('req', 1_800_000_000_000 + index)
      return newId('memver', 1_750_000_000_000)
    })
    expect(ids).toEqual([...ids].sort())
  })

  it('stays unique when a millisecond runs out of counters', () => {
    const ids = new Set(Array.from({ length: 58 ** 3 + 1_000 }, () => newId('seed', 1)))
    expect(ids.size).toBe(58 ** 3 + 1_000)
  })

  it('sorts times before and after its range as the ends of it', () => {
    const ids = [-1, 0, 58 ** 8 - 1, 58 ** 8, 8.64e15].map((at) => newId('mem', at).slice(4, 12))
    expect(ids).toEqual(['11111111', '11111111', 'zzzzzzzz', 'zzzzzzzz', 'zzzzzzzz'])
  })

  test.each([[0.5], [Number.NaN]])('refuses the time %d', (at) => {
    expect(() => newId('mem', at)).toThrow(RangeError)
  })
})
