import { describe, expect, test } from 'vitest'
import {
  MAX_RESTORED,
  MAX_TOKENS_ALL,
  MAX_TOKENS_EACH,
  type RestorableMemory,
  restoreMemories,
} from './restore'

const memory = (id: string, tokens: number, lastAt: number): RestorableMemory => ({
  storeId: 'memstore_1',
  memoryId: id,
  versionId: `${id}v`,
  shownPath: `/memories/${id}.md`,
  content: 'four'.repeat(tokens),
  lastAt,
})
const states = (memories: readonly RestorableMemory[]) =>
  restoreMemories(memories).map(({ memoryId, state, tokens }) => [memoryId, state, tokens])

describe('restoring memories', () => {
  test('has the limits of the specification', () => {
    expect([MAX_RESTORED, MAX_TOKENS_EACH, MAX_TOKENS_ALL]).toEqual([20, 8_192, 32_768])
  })

  test('restores nothing if nothing was touched', () => {
    expect(restoreMemories([])).toEqual([])
  })

  test('restores the newest first', () => {
    const memories = [memory('a', 1, 10), memory('b', 1, 30), memory('c', 1, 20)]
    expect(states(memories).map(([id]) => id)).toEqual(['b', 'c', 'a'])
  })

  test('has a fixed order for equal times', () => {
    const memories = [memory('b', 1, 10), memory('c', 1, 10), memory('a', 1, 10)]
    expect(states(memories).map(([id]) => id)).toEqual(['a', 'b', 'c'])
    expect(states([...memories].reverse())).toEqual(states(memories))
  })

  test('gives all of a memory that is not too long, with its details', () => {
    expect(restoreMemories([memory('a', 8_192, 10)])).toEqual([
      {
        storeId: 'memstore_1',
        memoryId: 'a',
        versionId: 'av',
        shownPath: '/memories/a.md',
        lastAt: 10,
        state: 'whole',
        text: 'four'.repeat(8_192),
        tokens: 8_192,
        wholeTokens: 8_192,
      },
    ])
  })

  test('cuts a memory that is too long, and says so', () => {
    const [restored] = restoreMemories([memory('a', 8_193, 10)])
    expect(restored).toMatchObject({ state: 'cut', tokens: 8_192, wholeTokens: 8_193 })
    expect(restored?.text).toBe('four'.repeat(8_192))
  })

  test('leaves out what does not fit beside the newer ones, and names it', () => {
    const memories = [5, 4, 3, 2, 1].map((at) => memory(`m${at}`, 9_000, at))
    expect(states(memories)).toEqual([
      ['m5', 'cut', 8_192],
      ['m4', 'cut', 8_192],
      ['m3', 'cut', 8_192],
      ['m2', 'cut', 8_192],
      ['m1', 'left_out', 0],
    ])
    expect(restoreMemories(memories).at(-1)).toMatchObject({ text: null, wholeTokens: 9_000 })
  })

  test('still restores a smaller one after one that was too large', () => {
    const memories = [
      ...[9, 8, 7].map((at) => memory(`m${at}`, 8_192, at)),
      memory('m6', 8_000, 6),
      memory('m5', 500, 5),
      memory('m4', 192, 4),
    ]
    expect(states(memories).slice(3)).toEqual([
      ['m6', 'whole', 8_000],
      ['m5', 'left_out', 0],
      ['m4', 'whole', 192],
    ])
  })

  test('leaves out those beyond the twentieth, even small ones, and names them', () => {
    const memories = Array.from({ length: 22 }, (_, at) => memory(`m${at}`, 1, 100 - at))
    const left = states(memories).filter(([, state]) => state === 'left_out')
    expect(left.map(([id]) => id)).toEqual(['m20', 'm21'])
  })

  test('restores an empty memory: that it is empty is worth knowing', () => {
    expect(states([memory('a', 0, 1)])).toEqual([['a', 'whole', 0]])
  })
})
