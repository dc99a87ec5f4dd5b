import { expect, test } from 'vitest'
import { standingShares } from './standing-shares'

test('who wrote no lines has no share of lines that remain', () => {
  const writer = (id: string, standing: number, written: number) =>
    ({ actor: { type: 'user', id }, standing, written }) as const
  const shares = standingShares({
    writers: [writer('a', 1, 2), writer('b', 0, 3), writer('c', 0, 0)],
  })
  expect([...shares]).toEqual([
    ['a', 50],
    ['b', 0],
  ])
})
