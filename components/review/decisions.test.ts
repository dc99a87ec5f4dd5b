import { expect, test } from 'vitest'
import {
  blocksOf,
  canEdit,
  type Decision,
  openFrom,
  outcomeOf,
  settledBy,
  type Unit,
} from './decisions'
import type { ShownHunk, ShownMemory } from './shown'

const hunk = (key: string, over: Partial<ShownHunk> = {}) =>
  ({ key, level: 'plain', ...over }) as ShownHunk

const memory = (id: string, hunks: ShownHunk[], over: Partial<ShownMemory> = {}) =>
  ({
    id,
    level: 'plain',
    base: 1,
    through: 2,
    shown: `shown ${id}`,
    hunks: hunks.map((each, at) => ({ ...each, at })),
    ...over,
  }) as ShownMemory

const keysOf = (memories: readonly ShownMemory[]) =>
  blocksOf(memories).map(({ memories: of, units }) => [
    of.map(({ id }) => id).join(' '),
    units.map(({ key }) => key).join(' '),
  ])

test('a memory stands with its hunks, and a hunk of several memories by itself', () => {
  const memories = [
    memory('a', [hunk('same'), hunk('own')]),
    memory('b', [hunk('same')]),
    memory('c', [hunk('one'), hunk('two')]),
  ]
  expect(keysOf(memories)).toEqual([
    ['a b', 'same'],
    ['a', 'own'],
    ['c', 'one two'],
  ])
})

test('one text takes the place of equal lines, and of none that differ in numbers', () => {
  const unitOf = (...all: string[]) =>
    blocksOf(all.map((says) => memory(says, [hunk('same', { says })])))[0]?.units[0] as Unit
  expect(canEdit(unitOf('2 minutes', '2 minutes'))).toBe(true)
  expect(canEdit(unitOf('2 minutes', '3 minutes'))).toBe(false)
})

test('the gravest stand first, others stay in their order', () => {
  const memories = [
    memory('plain', [hunk('1')]),
    memory('look', [hunk('2')], { level: 'look' }),
    memory('danger', [hunk('3')], { level: 'danger' }),
    memory('later', [hunk('4')]),
  ]
  expect(keysOf(memories).map(([id]) => id)).toEqual(['danger', 'look', 'plain', 'later'])
})

test('only memories whose hunks are all decided are settled, with what goes back', () => {
  const memories = [
    memory('a', [hunk('1'), hunk('2'), hunk('3')]),
    memory('b', [hunk('4'), hunk('1')]),
  ]
  const made = new Map<string, Decision>([
    ['1', 'keep'],
    ['2', 'back'],
    ['3', { text: 'mine\n' }],
  ])
  const a = { memoryId: 'a', base: 1, through: 2, shown: 'shown a' }
  expect(settledBy(memories, made)).toEqual([{ ...a, back: [1, { hunk: 2, text: 'mine\n' }] }])
  const b = { memoryId: 'b', base: 1, through: 2, shown: 'shown b' }
  expect(settledBy(memories, made, 'keep')[1]).toEqual({ ...b, back: [] })
})

test('with all that is not decided go back those that can', () => {
  const memories = [
    memory('a', [hunk('1'), hunk('2')]),
    memory('unknown', [hunk('3')], { isLeftUnknown: true }),
    memory('archived', [hunk('4')], { isKeepOnly: true }),
  ]
  const back = settledBy(memories, new Map([['1', 'keep']]), 'back')
  expect(back.map(({ memoryId, back: places }) => [memoryId, places])).toEqual([['a', [1]]])
})

test('a memory is told by the most that is done to a hunk of it', () => {
  const a = memory('a', [hunk('1'), hunk('2')])
  expect(outcomeOf(a, new Map([['1', 'keep']]))).toBeNull()
  const decided = (two: Decision) =>
    outcomeOf(a, new Map<string, Decision>([['1', 'keep']]).set('2', two))
  const kept = decided('keep')
  const back = decided('back')
  const edited = decided({ text: '' })
  expect([kept, back, edited]).toEqual(['keep', 'back', 'edit'])
})

test('the next open hunk is the one behind, and after the last the first', () => {
  const units = ['1', '2', '3', '4'].map((key) => ({ key }) as Unit)
  const made = new Map([['3', 'keep' as const]])
  expect(openFrom(units, made, '2', 1)).toBe('4')
  expect(openFrom(units, made, '4', 1)).toBe('1')
  expect(openFrom(units, made, '1', -1)).toBe('4')
  expect(openFrom(units, made, null, 1)).toBe('1')
  expect(openFrom(units, made, null, -1)).toBe('4')
  expect(openFrom(units.slice(0, 1), made, '1', 1)).toBeNull()
})
