import { expect, test } from 'vitest'
import { emptyCounts } from '@/lib/transfer/seed-report'
import { isUpToDate } from './seed-actions'

test('a store that was changed since it was seeded does not equal its source', () => {
  const counts = emptyCounts()
  expect(isUpToDate({ counts: { ...counts, unchanged: 3 } })).toBe(true)
  expect(isUpToDate({ counts: { ...counts, unchanged: 1, keep: 2 } })).toBe(false)
  expect(isUpToDate({ counts: { ...counts, skip: 1 } })).toBe(false)
})
