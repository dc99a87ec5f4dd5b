import { expect, test } from 'vitest'
import { isShownByMemory } from './list-hunks'

const memory = (...sizes: (number | undefined)[]) => ({
  hunks: sizes.map((size) => ({
    kind: 'lines' as const,
    beforeFrom: 0,
    beforeCount: 1,
    afterFrom: 0,
    afterCount: 1,
    level: 'none' as const,
    reasons: [],
    routine: null,
    lostLines: 0,
    findings: [],
    verdict: null,
    ...(size === undefined ? {} : { size }),
  })),
})

test('a changeset is shown by lines up to ten million characters of them', () => {
  expect(isShownByMemory([memory(4_000_000, 1_000_000), memory(5_000_000)])).toBe(false)
  expect(isShownByMemory([memory(4_000_000, 1_000_000), memory(5_000_001)])).toBe(true)
})

test('hunks that were examined before sizes were kept count nothing', () => {
  expect(isShownByMemory([memory(undefined)])).toBe(false)
})
