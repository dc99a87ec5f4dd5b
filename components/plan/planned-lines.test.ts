import { expect, test } from 'vitest'
import { plannedLines } from './planned-lines'

const textOf = (memoryId: string) => ({
  memoryId,
  before: { path: `/${memoryId}.md`, content: 'one\ntwo\n' },
  after: { path: `/${memoryId}.md`, content: 'one\n2\nthree\n' },
  partial: null,
})

/** Reads texts, and keeps which were asked for. */
function reader() {
  const asked: (readonly string[])[] = []
  const textsOf = (memoryIds: readonly string[]) => {
    asked.push(memoryIds)
    return Promise.resolve(memoryIds.filter((id) => id !== 'damaged').map(textOf))
  }
  return { asked, textsOf }
}

test('the lines of a plan are counted once, and with a further step only one memory is read', async () => {
  const { asked, textsOf } = reader()
  const all = ['a', 'b', 'c'].map((memoryId) => ({ memoryId }))
  const counted = ['a', 'b']
  const first = await plannedLines({ all, counted, shown: 'a', textsOf })
  const second = await plannedLines({ all, counted, shown: 'c', textsOf })
  expect(asked).toEqual([['a', 'b'], ['c']])
  expect(first.text?.memoryId).toBe('a')
  expect(second.text?.memoryId).toBe('c')
  expect(second.lines.get('b')).toEqual({ added: 2, removed: 1 })
})

test('only what was not counted yet is, and what cannot be read is not asked for again', async () => {
  const { asked, textsOf } = reader()
  const all = ['a', 'damaged', 'c'].map((memoryId) => ({ memoryId }))
  await plannedLines({ all, counted: ['a', 'damaged'], shown: undefined, textsOf })
  const { lines } = await plannedLines({
    all,
    counted: ['a', 'damaged', 'c'],
    shown: undefined,
    textsOf,
  })
  expect(asked).toEqual([['a', 'damaged'], ['c']])
  expect(lines.get('damaged')).toBeNull()
  expect(lines.get('c')).toEqual({ added: 2, removed: 1 })
})

test('another plan is counted anew', async () => {
  const { asked, textsOf } = reader()
  const counted = ['a']
  await plannedLines({ all: [{ memoryId: 'a' }], counted, shown: undefined, textsOf })
  await plannedLines({ all: [{ memoryId: 'a' }], counted, shown: undefined, textsOf })
  expect(asked).toEqual([['a'], ['a']])
})
