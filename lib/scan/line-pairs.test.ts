import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonLines, linePairs } from '@/lib/text/line-hunks'
import { commonLinesAside, linePairsAside } from './line-pairs'
import { packedPairs, unpackedPairs } from './packed-pairs'

/** Texts with lines in common, in blocks that are compared pair by pair. */
const large = (word: string) =>
  Array.from({ length: 40 }, (_, block) =>
    [`block ${block}`, ...Array.from({ length: 200 }, (__, line) => `${word}${line % 2}`)].join(
      '\n',
    ),
  ).join('\n')

test('large texts are compared in a thread, with the same outcome', async () => {
  const [before, after] = [large('a'), `${large('b')}\nlast\n`]
  expect(await linePairsAside(before, after)).toEqual(linePairs(before, after))
  expect(await commonLinesAside(before, after)).toEqual(commonLines(before, after))
})

test('nobody waits while large texts are compared', async () => {
  const [before, after] = [large('a'), large('b')]
  await linePairsAside(before, after)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 5 }, () => linePairsAside(before, after)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

test('small texts are compared where they are', async () => {
  expect(await linePairsAside('a\nb', 'a\nc\n')).toEqual([{ before: 0, after: 0 }])
  expect(await commonLinesAside('a\nb', 'a\nb\n')).toHaveLength(2)
  expect(await commonLinesAside('', 'a')).toEqual([])
})

test('what is packed for another thread comes out as it was', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '')).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(unpackedPairs(packedPairs({ before, after }))).toEqual(linePairs(before, after))
    }),
  )
})
