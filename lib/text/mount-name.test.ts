import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { mountNames } from './mount-name'

describe('mountNames', () => {
  test.each([
    [[], []],
    [['Notes'], ['notes']],
    [['My  great -- Notes'], ['my-great-notes']],
    [['(draft)'], ['-draft-']],
    [['Änderungen 2'], ['-nderungen-2']],
    [['a/b\\c..d'], ['a-b-c-d']],
    [
      ['Notes', 'notes', 'NOTES!'],
      ['notes', 'notes-2', 'notes-'],
    ],
    [
      ['a', 'A', 'a'],
      ['a', 'a-2', 'a-3'],
    ],
    [
      ['a', 'a', 'a-2'],
      ['a', 'a-3', 'a-2'],
    ],
    [
      ['メモ', '!!!', 'Store'],
      ['store', 'store-2', 'store-3'],
    ],
  ])('of %j are %j', (stores, mounts) => {
    expect(mountNames(stores)).toEqual(mounts)
  })

  it('are distinct and valid as a segment of a path', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a', 'A', 'a-2', 'a 3', 'a-2-2', '-', '+'),
    )
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const mounts = mountNames(names)
        expect(mounts).toHaveLength(names.length)
        expect(new Set(mounts).size).toBe(names.length)
        for (const mount of mounts) expect(mount).toMatch(/^(?=.*[a-z0-9])[a-z0-9-]+$/)
      }),
    )
  })
})
