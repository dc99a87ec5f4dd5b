import { describe, expect, test } from 'vitest'
import { gradedAnswer, seededRandom } from '@/tests/support/simulated-answers'
import { isShownInHalf, partsAmong } from './halves'

const ITEMS = Array.from({ length: 200 }, (_, item) => item)
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

const drawn = (parts: readonly number[], { count = 400, seed = 1, withAll = 0.9 } = {}) => {
  const sample = gradedAnswer({ parts, withAll, withNone: 0.1, random: seededRandom(seed) })
  return numbers(count).map((number) => ({
    number,
    held: sample((item) => isShownInHalf(number, item)),
  }))
}

describe('the halves that answers show', () => {
  test('show about half of the items each, and each item in about half of the answers', () => {
    // Four standard deviations of as many draws.
    for (const number of numbers(400)) {
      const shown = ITEMS.filter((item) => isShownInHalf(number, item))
      expect(Math.abs(shown.length - 100)).toBeLessThan(29)
    }
    for (const item of ITEMS) {
      const showing = numbers(400).filter((number) => isShownInHalf(number, item))
      expect(Math.abs(showing.length - 200)).toBeLessThan(41)
    }
  })

  test('show any two items as if by independent draws', () => {
    const columns = ITEMS.map((item) => numbers(400).map((number) => isShownInHalf(number, item)))
    const squares = columns.flatMap((one, item) =>
      columns.slice(item + 1).map((other) => {
        const alike = one.filter((isShown, number) => isShown === other[number]).length
        return (alike - 200) ** 2 / 100
      }),
    )
    const mean = squares.reduce((sum, square) => sum + square, 0) / squares.length
    expect(mean).toBeGreaterThan(0.95)
    expect(mean).toBeLessThan(1.05)
  })
})

describe('what adds to how often a check holds', () => {
  test('is each of three that add a quarter, with how much it does', () => {
    const parts = partsAmong(drawn([3, 60, 150]), { itemCount: 200, known: [] })
    expect(parts.map(({ item }) => item)).toEqual([3, 60, 150])
    for (const { with: shown, without, interval } of parts) {
      expect(shown.of + without.of).toBe(400)
      expect(interval.low).toBeGreaterThan(0)
      expect(interval.low).toBeLessThan(0.8 / 3)
      expect(interval.high).toBeGreaterThan(0.8 / 3)
    }
  })

  test('is nothing where chance alone decides, in 99 of 100', () => {
    const named = numbers(100).filter((seed) => {
      const answers = drawn([], { seed: seed + 1 }).map(({ number }, index) => ({
        number,
        held: seededRandom(seed * 1_000 + index)() < 0.5,
      }))
      return partsAmong(answers, { itemCount: 200, known: [] }).length > 0
    })
    expect(named.length).toBeLessThanOrEqual(3)
  })

  test('is told of what is known before, whether or not it is sure', () => {
    const [first, second] = partsAmong(drawn([3]), { itemCount: 200, known: [3, 7] })
    expect(first).toMatchObject({ item: 3 })
    expect(first?.interval.low).toBeGreaterThan(0)
    expect(second).toMatchObject({ item: 7 })
    expect(second?.interval.low).toBeLessThan(0)
  })

  test('needs less of what is known before, and more among more items', () => {
    const answers = drawn([3, 60, 150])
    const lowOf3 = (itemCount: number, known: number[]) => {
      const part = partsAmong(answers, { itemCount, known }).find(({ item }) => item === 3)
      return part?.interval.low ?? Number.NaN
    }
    expect(lowOf3(200, [3])).toBeGreaterThan(lowOf3(10, []))
    expect(lowOf3(10, [])).toBeGreaterThan(lowOf3(200, []))
  })

  test('is not what makes it less likely', () => {
    const answers = drawn([3]).map(({ number, held }) => ({ number, held: !held }))
    expect(partsAmong(answers, { itemCount: 200, known: [] })).toEqual([])
  })
})
