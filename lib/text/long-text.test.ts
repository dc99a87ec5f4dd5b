import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LongText } from './long-text'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '한'), maxLength: 120 })

test('a part is in a long text where a string includes it', () => {
  fc.assert(
    fc.property(text, text, fc.nat(120), fc.nat(120), (long, other, from, length) => {
      const within = new LongText(long)
      expect(within.includes(long.slice(from, from + length))).toBe(true)
      expect(within.includes(other)).toBe(long.includes(other))
    }),
  )
})

const lines = (first: number) =>
  Array.from({ length: 20_000 }, (_, at) => `- note ${(first + at) ** 5} of the second quarter`)

test('thousands of lines that are not in it are looked for without reading it for each', () => {
  const within = new LongText(lines(0).join('\n'))
  const before = process.cpuUsage()
  expect(lines(20_000).filter((line) => within.includes(line))).toEqual([])
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
