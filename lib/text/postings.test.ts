import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { appendPosting, decodePostings, encodePostings, withoutPosting } from './postings'

const postings = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.maxSafeNat()), { maxLength: 30 })
  .map((values) => values.sort((a, b) => a - b))

describe('encodePostings', () => {
  it('comes back from decodePostings', () => {
    fc.assert(
      fc.property(postings, (postings) => {
        expect(decodePostings(encodePostings(postings))).toEqual(postings)
      }),
    )
  })

  it('takes a byte for each of neighbours', () => {
    expect([...encodePostings([0, 1, 127, 255, 256])]).toEqual([0, 1, 126, 0x80, 0x01, 1])
  })

  test.each([[[2, 1]], [[1, 1]], [[0, 0]], [[-1]], [[0.5]], [[2 ** 53]], [[Number.NaN]]])(
    'refuses %j',
    (values) => {
      expect(() => encodePostings(values)).toThrow(RangeError)
    },
  )
})

describe('decodePostings', () => {
  test.each([
    ['a cut number', [1, 0x80]],
    ['an endless number', Array.from({ length: 12 }, () => 0xff)],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodePostings(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})

describe('appendPosting', () => {
  it('makes the list that encodePostings makes of all', () => {
    fc.assert(
      fc.property(postings, (postings) => {
        let bytes = Buffer.alloc(0)
        let last = 0
        for (const next of postings) {
          bytes = Buffer.from(appendPosting(bytes, last, next))
          last = next
        }
        expect(bytes).toEqual(encodePostings(postings))
      }),
    )
  })

  it('refuses what does not ascend', () => {
    expect(() => appendPosting(encodePostings([7]), 7, 7)).toThrow(RangeError)
  })
})

describe('withoutPosting', () => {
  it('leaves the list of the others', () => {
    fc.assert(
      fc.property(postings, fc.nat(), (postings, choice) => {
        fc.pre(postings.length > 1)
        const value = postings[choice % postings.length] ?? 0
        const rest = postings.filter((posting) => posting !== value)
        expect(withoutPosting(encodePostings(postings), value)).toEqual(encodePostings(rest))
      }),
    )
  })

  it('leaves a list without the number as it is', () => {
    expect(withoutPosting(encodePostings([3, 9]), 6)).toEqual(encodePostings([3, 9]))
  })

  it('is null when nothing is left', () => {
    expect(withoutPosting(encodePostings([3]), 3)).toBeNull()
    expect(withoutPosting(encodePostings([]), 3)).toBeNull()
  })
})
