import { expect, test } from 'vitest'
import { draftRule } from '@/lib/review/model/policy-presets'
import type { Policy } from '@/lib/review/model/policy'
import { DAY_MS } from '@/lib/text/day-ms'
import { countedSince, savedSince } from './saved-since'

const NOW = Date.UTC(2026, 4, 20, 12)
const at = (daysAgo: number) => NOW - daysAgo * DAY_MS

const saved = (revision: number, savedAt: number, ids: readonly string[]): Policy => ({
  revision,
  default: 'review',
  rules: ids.map((id) => ({ ...draftRule('hold', {}), id })),
  savedAt,
  savedBy: null,
  unreadable: null,
})

test('a rule is counted since it was first saved, and everything else since the first policy', () => {
  const revisions = [saved(2, at(1), ['old', 'new']), saved(1, at(5), ['old'])]
  expect(savedSince(revisions, 'new', NOW)).toBe(at(1))
  expect(savedSince(revisions, 'old', NOW)).toBe(at(5))
  expect(countedSince(revisions, NOW)).toBe(at(5))
})

test('what was saved before the days that are counted, or in revisions that are not listed, has all of them', () => {
  const revisions = [saved(1, at(40), ['old'])]
  expect(savedSince(revisions, 'old', NOW)).toBeNull()
  expect(countedSince(revisions, NOW)).toBeNull()
  expect(savedSince([saved(60, at(1), ['any'])], 'any', NOW)).toBeNull()
  expect(countedSince([], NOW)).toBeNull()
})
