import { describe, expect, test } from 'vitest'
import { modelPrices, sumOfUsd, usdAtMost } from './model-prices'

const PRICES = modelPrices.parse(
  JSON.stringify({
    'dear-model': { input: 10, output: 50 },
    'cheap-*': { input: 1, output: 4, cache_write: 1.25 },
    'cheap-but-*': { input: 2, output: 8 },
    'cheap-but-not-very': { input: 3, output: 9 },
  }),
)

const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000 }

describe('what tokens cost', () => {
  test('is so much per million read and written', () => {
    const usage = { inputTokens: 120_000, outputTokens: 3_000 }
    expect(usdAtMost(PRICES, ['dear-model'], usage)).toBe(1.35)
    expect(usdAtMost(PRICES, ['dear-model'], { inputTokens: 0, outputTokens: 0 })).toBe(0)
  })

  test('counts all input as put into the cache where that costs more', () => {
    expect(usdAtMost(PRICES, ['cheap-1'], MILLION)).toBe(1.25 + 4)
    const cheaper = modelPrices.parse('{"a":{"input":2,"output":3,"cache_write":1}}')
    expect(usdAtMost(cheaper, ['a'], MILLION)).toBe(2 + 3)
  })

  test('goes by the whole name, then by the longest beginning that ends in *', () => {
    expect(usdAtMost(PRICES, ['cheap-but-not-very'], MILLION)).toBe(12)
    expect(usdAtMost(PRICES, ['cheap-but-good'], MILLION)).toBe(10)
    expect(usdAtMost(PRICES, ['dear-model-2'], MILLION)).toBeNull()
    expect(usdAtMost(modelPrices.parse('{"*":{"input":1,"output":1}}'), ['any'], MILLION)).toBe(2)
  })

  test('is that of the dearest where several models are asked', () => {
    const mixed = modelPrices.parse(
      '{"reads-dearly":{"input":9,"output":1},"writes-dearly":{"input":1,"output":9}}',
    )
    expect(usdAtMost(mixed, ['reads-dearly', 'writes-dearly'], MILLION)).toBe(18)
  })

  test('is not known where the price of one of them is not set', () => {
    expect(usdAtMost(PRICES, ['dear-model', 'other'], MILLION)).toBeNull()
    expect(usdAtMost([], ['dear-model'], MILLION)).toBeNull()
    expect(usdAtMost(PRICES, [], MILLION)).toBeNull()
  })

  test('adds up only where all of it is known, and to what was set', () => {
    expect(sumOfUsd([0.1, 0.2])).toBe(0.3)
    expect(sumOfUsd([])).toBe(0)
    expect(sumOfUsd([0.1, null])).toBeNull()
  })
})
