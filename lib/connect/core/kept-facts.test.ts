import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptFacts } from './kept-facts'

const ROOM = 50_000

test('facts never take more than their room, and the newest is there unless it has no room by itself', () => {
  const heard = fc.record({ file: fc.constantFrom(...'abcd'), length: fc.nat(30_000) })
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 200 }), (all) => {
      const kept = new KeptFacts<{ text: string }>(ROOM)
      for (const { file, length } of all) {
        kept.add(file, { text: 'x'.repeat(length) })
        expect(kept.bytes).toBeLessThanOrEqual(ROOM)
        if (length <= 1_000 && kept.of(file).length > 0) {
          expect(kept.of(file).at(-1)?.text).toHaveLength(length)
        }
        const held = [...'abcd'].flatMap((each) => kept.of(each))
        const characters = held.reduce((sum, { text }) => sum + text.length, 0)
        expect(2 * characters).toBeLessThanOrEqual(kept.bytes)
      }
    }),
  )
})

test('the file heard of longest ago goes first, and of each file the oldest fact', () => {
  const kept = new KeptFacts<{ at: number }>(20_000)
  for (let at = 0; at < 60; at++) kept.add('often', { at })
  expect(kept.of('often').map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10))
  kept.add('once', { at: 0 })
  kept.add('often', { at: 60 })
  for (let at = 0; kept.of('once').length > 0; at++) kept.add(`file ${at}`, { at })
  expect(kept.of('often').at(-1)).toEqual({ at: 60 })
})
