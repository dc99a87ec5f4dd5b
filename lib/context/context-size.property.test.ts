import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputTokens, NO_SIZE, sizeAfter, sizeOf, type SizeStep, usedTokens } from './context-size'

const tokens = fc.oneof(fc.constant(0), fc.nat(500_000))
const usage = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheCreationTokens: tokens,
})
const step: fc.Arbitrary<SizeStep> = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    usage: fc.option(usage),
  }),
  fc.record({ kind: fc.constant('added' as const), tokens }),
  fc.record({ kind: fc.constant('anew' as const), tokens, isCounted: fc.boolean() }),
)
const steps = fc.array(step, { maxLength: 30 })

test('the size found from the end backwards equals the one maintained step by step', () => {
  fc.assert(
    fc.property(steps, (all) => {
      expect(all.reduce(sizeAfter, NO_SIZE)).toEqual(sizeOf(all))
    }),
    { numRuns: 200 },
  )
})

test('after an answer with usage the size is that usage, without an estimate, whatever came before', () => {
  fc.assert(
    fc.property(steps, usage, (before, last) => {
      fc.pre(inputTokens(last) > 0)
      const size = sizeOf([...before, { kind: 'answer', usage: last }])
      expect(size).toEqual({ measured: usedTokens(last), estimated: 0 })
    }),
    { numRuns: 200 },
  )
})

test('an answer without usage changes nothing', () => {
  fc.assert(
    fc.property(steps, steps, (before, after) => {
      const silent: SizeStep = { kind: 'answer', usage: null }
      expect(sizeOf([...before, silent, ...after])).toEqual(sizeOf([...before, ...after]))
    }),
    { numRuns: 200 },
  )
})
