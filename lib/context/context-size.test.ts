import { describe, expect, test } from 'vitest'
import {
  inputTokens,
  sizeAfter,
  sizeOf,
  type SizeStep,
  totalOf,
  type Usage,
  usedTokens,
} from './context-size'

const usage = (more: Partial<Usage> = {}): Usage => ({
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  ...more,
})
const answer = (more?: Partial<Usage>): SizeStep => ({ kind: 'answer', usage: usage(more) })
const silent: SizeStep = { kind: 'answer', usage: null }
const uncounted = answer({ inputTokens: 0, outputTokens: 0 })
const added = (tokens: number): SizeStep => ({ kind: 'added', tokens })
const anew = (tokens: number, isCounted: boolean): SizeStep => ({ kind: 'anew', tokens, isCounted })

describe('the usage of an answer', () => {
  const full = usage({ cacheReadTokens: 300, cacheCreationTokens: 2000 })

  test('adds up input, cache reads, cache writes and output', () => {
    expect(usedTokens(full)).toBe(2315)
  })

  test('has everything but the output as its input', () => {
    expect(inputTokens(full)).toBe(2310)
  })
})

describe('the size of a context', () => {
  test.each<[string, SizeStep[], number, number]>([
    ['is zero at first', [], 0, 0],
    ['is zero if no answer has usage', [silent, uncounted], 0, 0],
    ['is the usage of the answer', [answer()], 15, 0],
    [
      'is the usage of the newest answer that has one',
      [answer({ inputTokens: 90 }), answer()],
      15,
      0,
    ],
    ['may be smaller than before', [answer({ cacheReadTokens: 90 }), answer()], 15, 0],
    ['is the previous usage if the newest answer has none', [answer(), silent], 15, 0],
    ['is not changed by a server that does not count', [answer(), uncounted], 15, 0],
    [
      'counts an input read only from the cache',
      [answer({ inputTokens: 0, cacheReadTokens: 70 })],
      75,
      0,
    ],
    ['estimates what was added since', [answer(), added(3), added(4)], 15, 7],
    ['keeps the estimate past an answer without usage', [answer(), added(3), silent], 15, 3],
    ['drops the estimate at the next usage', [added(3), answer()], 15, 0],
    ['is only an estimate before the first answer', [added(3), added(4)], 0, 7],
    ['starts over at a counted size', [answer(), added(3), anew(40, true)], 40, 0],
    ['starts over at an estimated size', [answer(), added(3), anew(40, false)], 0, 40],
    ['grows from where it started over', [answer(), anew(40, true), added(2)], 40, 2],
    ['is counted again after it started over', [anew(40, false), added(2), answer()], 15, 0],
  ])('%s', (_name, steps, measured, estimated) => {
    expect(sizeOf(steps)).toEqual({ measured, estimated })
    expect(totalOf(sizeOf(steps))).toBe(measured + estimated)
  })

  test('is not changed in place', () => {
    const before = Object.freeze({ measured: 1, estimated: 2 })
    expect(sizeAfter(before, added(3))).toEqual({ measured: 1, estimated: 5 })
  })
})
