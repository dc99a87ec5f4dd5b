import { describe, expect, test } from 'vitest'
import { likelyMoneyInEnglish, spentMoneyInEnglish, upToCents } from './dollars'

describe('amounts in dollars', () => {
  test.each([
    [0.42, 0.42],
    [0.4201, 0.43],
    [0.001, 0.01],
    [0.29, 0.29],
    [1.1, 1.1],
    [0.1 + 0.2, 0.3],
    [1234.561, 1234.57],
  ])('%f is told as %f', (usd, told) => expect(upToCents(usd)).toBe(told))

  test('are said as a bound, below a cent as being under it', () => {
    expect(likelyMoneyInEnglish(0.4201)).toBe(', up to about $0.43')
    expect(spentMoneyInEnglish(1234.5)).toBe(', at most $1,234.50')
    expect(likelyMoneyInEnglish(0.009)).toBe(', under $0.01')
    expect(spentMoneyInEnglish(0.01)).toBe(', at most $0.01')
  })

  test('are not said where they are not known, or nothing', () => {
    expect([null, 0].map(likelyMoneyInEnglish)).toEqual(['', ''])
    expect([null, 0].map(spentMoneyInEnglish)).toEqual(['', ''])
  })
})
