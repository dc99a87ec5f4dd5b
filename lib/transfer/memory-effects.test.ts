import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryEffects, type WrittenStep } from './memory-effects'

const step = (action: WrittenStep['action'], path: string, from: string | null = null) => ({
  action,
  path,
  from,
})

function effectsOf(...moments: WrittenStep[][]): string[] {
  const effects = new MemoryEffects()
  for (const steps of moments) effects.add(steps)
  return [...effects.all()].map(({ path, action }) => `${action} ${path}`).toSorted()
}

test.each<[string, WrittenStep[][], string[]]>([
  [
    'a new memory counts once, however often it was written',
    [[step('create', '/a')], [step('replace', '/a')], [step('merge', '/a')]],
    ['create /a'],
  ],
  ['what came and went does not count', [[step('create', '/a')], [step('delete', '/a')]], []],
  [
    'a new memory that moved is new where it is',
    [[step('create', '/a')], [step('rename', '/b', '/a')], [step('replace', '/b')]],
    ['create /b'],
  ],
  [
    'a memory that moved twice moved',
    [[step('rename', '/b', '/a')], [step('rename', '/c', '/b')]],
    ['rename /c'],
  ],
  [
    'a memory that moved and was deleted is gone from where it was',
    [[step('rename', '/b', '/a')], [step('delete', '/b')]],
    ['delete /a'],
  ],
  [
    'a new memory in the place of a deleted one is an update',
    [[step('delete', '/a')], [step('create', '/a')]],
    ['replace /a'],
  ],
  [
    'two that swap their paths both moved',
    [[step('rename', '/b', '/a'), step('rename', '/a', '/b')]],
    ['rename /a', 'rename /b'],
  ],
])('%s', (_, moments, expected) => {
  expect(effectsOf(...moments)).toEqual(expected)
})

test('what is new less what is gone is by how much the memories become more', () => {
  const paths = ['/a', '/b', '/c', '/d']
  const turn = fc.record({
    op: fc.constantFrom('write', 'delete', 'move'),
    path: fc.constantFrom(...paths),
    to: fc.constantFrom(...paths),
  })
  fc.assert(
    fc.property(fc.subarray(paths), fc.array(turn, { maxLength: 12 }), (before, turns) => {
      const live = new Set(before)
      const moments = turns.flatMap(({ op, path, to }): WrittenStep[][] => {
        if (op === 'write') {
          const action = live.has(path) ? 'replace' : 'create'
          live.add(path)
          return [[step(action, path)]]
        }
        if (!live.has(path) || (op === 'move' && live.has(to))) return []
        live.delete(path)
        if (op === 'delete') return [[step('delete', path)]]
        live.add(to)
        return [[step('rename', to, path)]]
      })
      const effects = effectsOf(...moments)
      const count = (action: string) => effects.filter((each) => each.startsWith(action)).length
      expect(before.length + count('create') - count('delete')).toBe(live.size)
      expect(effects.length).toBeLessThanOrEqual(before.length + live.size)
    }),
  )
})
