import { expect, test } from 'vitest'
import { keptWithin } from './kept-within'

const CUT = '[Cut: the rest of this message did not fit.]'

test('messages that fit stay verbatim', () => {
  expect(keptWithin(['one', 'two\n'], 500)).toEqual(['one', 'two\n'])
})

test('if messages do not fit, the newest stays whole and an older one says that it is cut', () => {
  const [older, newest] = keptWithin(['a'.repeat(4_000), 'b'.repeat(2_000)], 700)
  expect(newest).toBe('b'.repeat(2_000))
  expect(older).toBe(`${'a'.repeat(800)}\n${CUT}`)
})

test('a message that is too long by itself keeps its beginning', () => {
  expect(keptWithin(['a'.repeat(40_000)], 1_000)).toEqual([`${'a'.repeat(4_000)}\n${CUT}`])
})

test('no message is dropped', () => {
  const kept = keptWithin(['a'.repeat(4_000), 'b'.repeat(4_000)], 10)
  expect(kept.map((text) => text[0])).toEqual(['a', 'b'])
})
