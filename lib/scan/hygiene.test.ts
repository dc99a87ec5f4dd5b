import { expect, test } from 'vitest'
import { hygieneFindings } from './hygiene'

const found = (text: string) =>
  hygieneFindings({
    path: '/notes/a.md',
    lines: [{ number: 3, text }],
    exists: (path) => path === '/notes/b.md',
    now: Date.UTC(2026, 5, 1),
  })

test('a link to a memory that is not there is found where it stands', () => {
  expect(found('see [b](b.md) and [c](c.md)')).toEqual([
    {
      rule: 'dead_link',
      category: 'hygiene',
      severity: 'low',
      line: 3,
      fromColumn: 18,
      toLine: 3,
      toColumn: 27,
    },
  ])
})

test('a day past until which something holds is found, one to come is not', () => {
  expect(found('valid until 2026-05-01, then until 2026-07-01')).toMatchObject([
    { rule: 'past_date', fromColumn: 12, toColumn: 22 },
  ])
})
