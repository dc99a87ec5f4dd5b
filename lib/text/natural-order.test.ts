import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareInTree, compareNames } from './natural-order'

const name = fc.string({ unit: fc.constantFrom('0', '1', '9', 'a', 'B', '.', '-', '한', '😀') })
const path = fc
  .array(
    name.filter((each) => each !== ''),
    { minLength: 1, maxLength: 4 },
  )
  .map((names) => `/${names.join('/')}`)

test('numbers in names count, however long, and what stands around them is by bytes', () => {
  const names = ['n10', 'n9', 'n1', 'n', 'n.md', 'n1.md', 'n-2', 'N3', 'n99999999999999999999']
  const ordered = 'N3 n n-2 n.md n1 n1.md n9 n10 n99999999999999999999'
  expect(names.toSorted(compareNames).join(' ')).toBe(ordered)
})

test('a folder comes before the memories beside it, and before what is in it', () => {
  const paths = ['/b.md', '/a.md', '/n10/x', '/n2/y', '/n2/z/w', '/n2/']
  const ordered = '/n2/ /n2/z/w /n2/y /n10/x /a.md /b.md'
  expect(paths.toSorted(compareInTree).join(' ')).toBe(ordered)
})

const order = (value: number) => Math.sign(value)

test('the order is total: it is one order, whichever two are compared first', () => {
  for (const [texts, compare] of [
    [name, compareNames],
    [path, compareInTree],
  ] as const) {
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        expect(order(compare(a, b))).toBe(-order(compare(b, a)) + 0)
        expect(compare(a, b) === 0).toBe(a === b)
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  }
})
