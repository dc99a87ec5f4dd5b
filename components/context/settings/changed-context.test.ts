import { expect, test } from 'vitest'
import { changedContext } from './changed-context'
import { contextSettings } from '@/lib/context/context-settings'

test('of settings that were changed, the rest is not said: another window may have changed it', () => {
  const before = contextSettings.parse({ window: 50_000, compactAt: 80 })
  const after = {
    ...before,
    window: null,
    compaction: { ...before.compaction, isReviewed: true },
  }
  expect(changedContext(before, after)).toEqual({
    window: null,
    clearing: {},
    compaction: { isReviewed: true },
    reminders: {},
  })
})
