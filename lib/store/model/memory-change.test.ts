import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byPath,
  kindOf,
  type MemoryChange,
  type MemoryText,
  reversed,
  squash,
} from './memory-change'

const side = fc.option(
  fc.record({ path: fc.constantFrom('/a', '/b'), content: fc.constantFrom('x', 'y') }),
)
const change = fc.record({ memoryId: fc.constant('mem_1'), before: side, after: side })

/** Consecutive changes: each begins where the one before ended. */
const chain = fc.array(side, { minLength: 2, maxLength: 6 }).map((sides) =>
  sides.slice(1).map((after, at): MemoryChange<MemoryText> => {
    return { memoryId: 'mem_1', before: sides[at] ?? null, after }
  }),
)

describe('a change of a memory', () => {
  const a = { path: '/a', sha256: '1', size: 1 }
  test.each([
    [null, a, 'created'],
    [a, null, 'deleted'],
    [a, { ...a, sha256: '2' }, 'modified'],
    [a, { ...a, path: '/b', sha256: '2' }, 'renamed'],
    [a, a, null],
    [null, null, null],
  ] as const)('from %j to %j is %s', (before, after, kind) => {
    expect(kindOf({ memoryId: 'mem_1', before, after })).toBe(kind)
  })

  test('reversed twice is itself, and reversed once of the opposite kind', () => {
    const opposite = { created: 'deleted', deleted: 'created' } as Record<string, string>
    fc.assert(
      fc.property(change, (one) => {
        expect(reversed(reversed(one))).toEqual(one)
        const kind = kindOf(one)
        expect(kindOf(reversed(one))).toBe(kind && (opposite[kind] ?? kind))
      }),
    )
  })
})

describe('consecutive changes', () => {
  test('squash to the first side and the last, and to nothing when these are equal', () => {
    fc.assert(
      fc.property(chain, (changes) => {
        const whole = {
          memoryId: 'mem_1',
          before: changes[0]?.before ?? null,
          after: changes.at(-1)?.after ?? null,
        }
        expect(squash(changes)).toEqual(kindOf(whole) === null ? [] : [whole])
      }),
    )
  })

  test('of several memories stay separate', () => {
    const [one, other] = ['mem_1', 'mem_2'].map((memoryId) => ({
      memoryId,
      before: null,
      after: { path: `/${memoryId}`, content: 'x' },
    }))
    expect(squash([one, other].flatMap((each) => each ?? []))).toEqual([one, other])
  })

  test('are listed by the memory’s current or last path', () => {
    const at = (path: string) => ({ path, content: '' })
    const gone = { memoryId: 'mem_1', before: at('/b'), after: null }
    const moved = { memoryId: 'mem_2', before: at('/c'), after: at('/a') }
    expect([gone, moved].sort(byPath)).toEqual([moved, gone])
  })
})
