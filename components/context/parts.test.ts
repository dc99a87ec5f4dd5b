import { expect, test } from 'vitest'
import { segmentsOf, sumOf } from './parts'

test('after a summary nothing is told of what it took the place of', () => {
  const parts = { system: 259, reminders: 137, memory: 589, messages: 162, other_results: 0 }
  const gauge = { measured: 0, added: 725, window: 200_000, level: 'below' as const }
  const marks = { warning: 1, error: 2, compaction: 3 }
  expect(sumOf(segmentsOf({ parts }, { ...gauge, marks }))).toBe(725)
})
