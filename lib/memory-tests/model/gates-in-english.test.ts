import { expect, test } from 'vitest'
import type { GateCheck } from './gate'
import { gatesInEnglish } from './gates-in-english'

const unasked = (isFree: boolean, usd: number | null): GateCheck => ({
  ...{ storeId: 'memstore_1', state: 'one' },
  gates: [
    {
      ...{ testId: 'mtest_1', name: 'Deploys', status: 'not_asked', runId: null },
      ...{ notRunFor: null, held: 0, of: 0 },
    },
  ],
  price: { isFree, usage: { requests: 18, inputTokens: 9_000, outputTokens: 400, usd } },
})

test.each([
  [unasked(false, 0.0351), 'takes about 9400 tokens, up to about $0.04.'],
  [unasked(false, null), 'takes about 9400 tokens.'],
  [unasked(true, 0), 'is free: the practice agent answers.'],
])('the price of asking gates is said before they are asked: %#', (check, price) => {
  expect(gatesInEnglish(check)).toMatch(
    /^Gates are to be asked .+, so nothing was done: Deploys\. gates: "ask" asks them, which /,
  )
  expect(gatesInEnglish(check).endsWith(`which ${price}`)).toBe(true)
})
