import { describe, expect, test } from 'vitest'
import { isNewTo, seenLineIn, type Seen, withSeenMemory, withSeenStore } from './seen'

const seen: Seen = { sequence: 10, at: 1, memories: {} }

describe('what is new to a person', () => {
  test('is what was changed after what they saw', () => {
    expect(isNewTo(seen, { memoryId: 'a', sequence: 10 })).toBe(false)
    expect(isNewTo(seen, { memoryId: 'a', sequence: 11 })).toBe(true)
  })

  test('is nothing on a first visit', () => {
    expect(isNewTo(null, { memoryId: 'a', sequence: 11 })).toBe(false)
    expect(seenLineIn([{ lastSequence: 11 }], null)).toBeNull()
  })

  test('is no longer the memory that they opened, but the others', () => {
    const after = withSeenMemory(seen, { memoryId: 'a', sequence: 12 })
    expect(isNewTo(after, { memoryId: 'a', sequence: 12 })).toBe(false)
    expect(isNewTo(after, { memoryId: 'a', sequence: 13 })).toBe(true)
    expect(isNewTo(after, { memoryId: 'b', sequence: 12 })).toBe(true)
    expect(withSeenMemory(after, { memoryId: 'a', sequence: 9 })).toBe(after)
  })

  test('is nothing once they have seen the store, and it never goes back', () => {
    const after = withSeenStore(withSeenMemory(seen, { memoryId: 'a', sequence: 12 }), 12, 2)
    expect(after).toEqual({ sequence: 12, at: 2, memories: {} })
    expect(withSeenStore(after, 5, 3)).toEqual({ sequence: 12, at: 3, memories: {} })
    expect(withSeenStore(null, 5, 3)).toEqual({ sequence: 5, at: 3, memories: {} })
  })
})

test('the line stands above the first row that was seen whole, or nowhere if nothing is new', () => {
  const rows = [{ lastSequence: 14 }, { lastSequence: 12 }, { lastSequence: 10 }]
  expect(seenLineIn(rows, seen)).toBe(2)
  expect(seenLineIn(rows, { ...seen, sequence: 14 })).toBeNull()
  expect(seenLineIn(rows, { ...seen, sequence: 1 })).toBe(3)
})
