import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimatedTokens } from './estimate-tokens'
import { type RestorableMemory, restoreMemories } from './restore'

const content = fc
  .tuple(fc.constantFrom('x', 'ü', 'メ', '🜚', 'line\n'), fc.oneof(fc.nat(200), fc.nat(12_000)))
  .map(([unit, count]) => unit.repeat(count))
const memories: fc.Arbitrary<RestorableMemory[]> = fc
  .array(fc.record({ content, lastAt: fc.nat(20) }), { maxLength: 30 })
  .map((all) =>
    all.map((each, at) => ({
      ...each,
      storeId: 'memstore_1',
      memoryId: `mem_${at}`,
      versionId: `memver_${at}`,
      shownPath: `/memories/${at}.md`,
    })),
  )
const runs = { numRuns: 100 }

test('at most 20 are restored, of at most 8,192 tokens each and 32,768 in all', () => {
  fc.assert(
    fc.property(memories, (all) => {
      const back = restoreMemories(all).filter(({ text }) => text !== null)
      const tokens = back.map(({ text }) => estimatedTokens(text ?? ''))
      expect(back.length).toBeLessThanOrEqual(20)
      expect(Math.max(0, ...tokens)).toBeLessThanOrEqual(8_192)
      expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(32_768)
      expect(back.map((each) => each.tokens)).toEqual(tokens)
    }),
    runs,
  )
})

test('each is named once, newest first, with its true state', () => {
  fc.assert(
    fc.property(memories, (all) => {
      const restored = restoreMemories(all)
      expect(restored.map(({ memoryId }) => memoryId).sort()).toEqual(
        all.map(({ memoryId }) => memoryId).sort(),
      )
      const times = restored.map(({ lastAt }) => lastAt)
      expect(times).toEqual([...times].sort((one, other) => other - one))
      for (const { memoryId, state, text } of restored) {
        const whole = all.find((each) => each.memoryId === memoryId)?.content ?? ''
        if (state === 'whole') expect(text).toBe(whole)
        if (state === 'left_out') expect(text).toBeNull()
        if (state !== 'cut') continue
        expect(whole.startsWith(text ?? '-')).toBe(true)
        expect(text).not.toBe(whole)
      }
    }),
    runs,
  )
})

test('nothing that fits is left out', () => {
  fc.assert(
    fc.property(memories, (all) => {
      let used = 0
      let count = 0
      for (const { state, tokens, wholeTokens } of restoreMemories(all)) {
        if (state === 'left_out') {
          expect(count === 20 || used + Math.min(wholeTokens, 8_192 - 1) > 32_768).toBe(true)
          continue
        }
        used += tokens
        count++
      }
    }),
    runs,
  )
})

test('the order of the candidates does not matter', () => {
  fc.assert(
    fc.property(
      memories.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      ),
      ([all, shuffled]) => {
        expect(restoreMemories(shuffled)).toEqual(restoreMemories(all))
      },
    ),
    runs,
  )
})
