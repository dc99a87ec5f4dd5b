import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { decodePostings, encodePostings, extendedPostings, inLists } from './postings'

const postings = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.maxSafeNat()), { maxLength: 30 })
  .map((values) => values.sort((a, b) => a - b))

describe('encodePostings', () => {
  it('round-trips through decodePostings', () => {
    fc.assert(
      fc.property(postings, (postings) => {
        expect(decodePostings(encodePostings(postings))).toEqual(postings)
      }),
    )
  })

  it('takes one byte per consecutive number', () => {
    expect([...encodePostings([0, 1, 127, 255, 256])]).toEqual([0, 1, 126, 0x80, 0x01, 1])
  })

  test.each([[[2, 1]], [[1, 1]], [[0, 0]], [[-1]], [[0.5]], [[2 ** 53]], [[Number.NaN]]])(
    'refuses %j',
    (values) => {
      expect(() => encodePostings(values)).toThrow(RangeError)
    },
  )
})

describe('extendedPostings', () => {
  it('are the bytes of the whole list', () => {
    fc.assert(
      fc.property(postings, fc.nat(30), (postings, from) => {
        const [first, rest] = [postings.slice(0, from), postings.slice(from)]
        const extended = extendedPostings(encodePostings(first), first.at(-1) ?? 0, rest)
        expect(extended).toEqual(encodePostings(postings))
      }),
    )
  })

  test.each([[[5]], [[4]], [[9, 8]]])('refuse %j after 5', (values) => {
    expect(() => extendedPostings(encodePostings([5]), 5, values)).toThrow(RangeError)
  })
})

describe('inLists', () => {
  it('keeps every number in order, in lists of at most that many bytes', () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 8, max: 40 }), (postings, maxBytes) => {
        const lists = inLists(postings, maxBytes)
        expect(lists.flat()).toEqual(postings)
        for (const list of lists) expect(encodePostings(list).length).toBeLessThanOrEqual(maxBytes)
      }),
    )
  })

  it('starts a list only when the one before is full', () => {
    fc.assert(
      fc.property(postings, fc.integer({ min: 8, max: 40 }), (postings, maxBytes) => {
        const lists = inLists(postings, maxBytes)
        lists.slice(1).forEach(([next = 0], index) => {
          const fuller = encodePostings([...(lists[index] ?? []), next])
          expect(fuller.length).toBeGreaterThan(maxBytes)
        })
      }),
    )
  })
})

describe('decodePostings', () => {
  test.each([
    ['a cut number', [1, 0x80]],
    ['an endless number', Array.from({ length: 12 }, () => 0xff)],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodePostings(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})
