import { describe, expect, test } from 'vitest'
import { plotScale } from './plot-scale'

describe('the scale of a plot', () => {
  test('has round numbers up to the first that holds the largest value', () => {
    expect(plotScale(200_000, 4)).toEqual({
      end: 200_000,
      ticks: [0, 50_000, 100_000, 150_000, 200_000],
    })
    expect(plotScale(9_300, 4)).toEqual({ end: 10_000, ticks: [0, 2_500, 5_000, 7_500, 10_000] })
  })

  test('has whole numbers only, of a few tokens too', () => {
    expect(plotScale(3, 4).ticks).toEqual([0, 1, 2, 3])
    expect(plotScale(9, 4).ticks).toEqual([0, 3, 6, 9])
  })

  test('goes to 1 where there is nothing', () => {
    expect(plotScale(0, 4)).toEqual({ end: 1, ticks: [0, 1] })
  })
})
