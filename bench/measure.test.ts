import { expect, test } from 'vitest'
import { inTurns } from './measure'

/** A side whose acts take these milliseconds, one after the other, and are written down. */
function side(name: string, times: (number | null)[], log: string[] = []) {
  const left = [...times]
  return {
    name,
    act: () => {
      log.push(name)
      return Promise.resolve({ times: [left.shift() ?? null] })
    },
  }
}

test('sides act in turns, and who goes first changes', async () => {
  const log: string[] = []
  const sides = [side('a', [1, 1, 1, 1], log), side('b', [1, 1, 1, 1], log)]
  await inTurns('g', sides, { rounds: 2, runs: 2 })
  expect(log.join(' ')).toBe('a a b b b b a a')
})

test('a row has the median of what counts, after the warm-up, and its ratio to the first', async () => {
  const sides = [side('a', [900, 2, 4, 6]), side('b', [900, 8, 12, 10])]
  const rows = await inTurns('g', sides, { rounds: 3, warmUp: 1 })
  expect(rows).toMatchObject([
    { group: 'g', name: 'a', p50: 4, ratio: 1, baseline: 'a' },
    { group: 'g', name: 'b', p50: 10, ratio: 2.5, baseline: 'a' },
  ])
})

test('where sides name what they are against, only they have a ratio', async () => {
  const rate = (perSecond: number) => () => Promise.resolve({ perSecond })
  const sides = [
    { name: 'a', act: rate(10) },
    { name: 'b', act: rate(20) },
    { name: 'c', act: rate(60), baseline: 'b' },
  ]
  const rows = await inTurns('g', sides, { rounds: 1 })
  expect(rows.map(({ ratio }) => ratio)).toEqual([undefined, undefined, 3])
})

test('nothing is compared with a figure of zero', async () => {
  const rows = await inTurns('g', [side('a', [0]), side('b', [3])], { rounds: 1 })
  expect(rows.map(({ ratio }) => ratio)).toEqual([undefined, undefined])
})

test('what never came is counted, and what an act saw besides is told with its most', async () => {
  const [row] = await inTurns('g', [{ ...side('a', [5, null, 7]), aim: 6 }], { rounds: 3 })
  expect(row?.note).toContain('p95 7 ms (aim 6)')
  expect(row?.note).toContain('1 of 3 never painted')
  let nodes = 100
  const act = () => Promise.resolve({ times: [1], also: { elements: (nodes += 10) } })
  const [seen] = await inTurns('g', [{ name: 'b', act }], { rounds: 3 })
  expect(seen?.note).toContain('120 elements (at most 130)')
})
