import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ListedMemory } from '@/components/tree/listing'
import { type Area, mapOf, treemap } from './map-areas'

const HOW = { last: 10, isReadKnown: true }

test('memories lie in their top-level folders, the largest first', () => {
  const map = mapOf(
    [
      ['/a/deep/1.md', 100, 1, 1],
      ['/a/2.md', 100, 10, 0],
      ['/b.md', 1_000, 5, 1],
    ],
    HOW,
  )
  expect(map.map(({ path, count }) => [path, count])).toEqual([
    ['/', 1],
    ['/a/', 2],
  ])
  const [first, second] = map[1]?.cells ?? []
  expect([first?.step, first?.isUnread, first?.name]).toEqual([5, false, '1.md'])
  expect([second?.step, second?.isUnread, second?.name]).toEqual([0, true, '2.md'])
})

test('memories of the same name are told apart by their folders, and others told without a date', () => {
  const dated = ['/a/2026-04-21_z.md', '/a/2026-04-22.md']
  const listed = ['/a/one/x.md', '/a/two/x.md', '/a/y.md', ...dated].map((path): ListedMemory => [
    path,
    1,
    1,
    1,
  ])
  const [folder] = mapOf(listed, HOW)
  expect(folder?.cells.map(({ name }) => name)).toEqual([
    'one/x.md',
    'two/x.md',
    'y.md',
    'z.md',
    '2026-04-22.md',
  ])
})

test('where nobody ever read anything, nothing is told as unread', () => {
  const [folder] = mapOf([['/a.md', 1, 1, 0]], { last: 1, isReadKnown: false })
  expect(folder?.cells[0]?.isUnread).toBe(false)
})

test('of thousands of memories there are the folders they lie in', () => {
  const memories = Array.from({ length: 1_000 }, (_, index): ListedMemory => [
    `/f/${index % 10}/${index}.md`,
    10,
    index,
    index === 3 ? 1 : 0,
  ])
  const [folder] = mapOf(memories, { last: 999, isReadKnown: true })
  expect(folder?.count).toBe(1_000)
  expect(folder?.cells.length).toBe(10)
  expect(folder?.cells.find(({ path }) => path === '/f/3/')).toMatchObject({
    count: 100,
    size: 1_000,
    isUnread: false,
  })
})

test('of thousands of folders there are those above them', () => {
  const memories = Array.from({ length: 1_000 }, (_, index): ListedMemory => [
    `/a${index % 4}/${index}/deep/x.md`,
    10,
    index,
    0,
  ])
  const map = mapOf(memories, { last: 999, isReadKnown: false })
  expect(map.flatMap(({ cells }) => cells.map(({ path, count }) => [path, count]))).toEqual([
    ['/a0/', 250],
    ['/a1/', 250],
    ['/a2/', 250],
    ['/a3/', 250],
  ])
})

const CLOSE = 1e-6

const sizes = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
const ratios = fc.double({ min: 0.2, max: 8, noNaN: true })

const right = ({ left, width }: Area) => left + width
const bottom = ({ top, height }: Area) => top + height

const overlaps = (one: Area, other: Area) =>
  Math.min(right(one), right(other)) - Math.max(one.left, other.left) > CLOSE &&
  Math.min(bottom(one), bottom(other)) - Math.max(one.top, other.top) > CLOSE

test('each weight has its share of the area, within the rectangle', () => {
  fc.assert(
    fc.property(sizes, ratios, (weights, ratio) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      treemap(weights, ratio).forEach((area, index) => {
        const share = total === 0 ? 0 : (weights[index] ?? 0) / total
        expect((area.width * area.height) / 10_000).toBeCloseTo(share, 6)
        expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(-CLOSE)
        expect(Math.max(right(area), bottom(area))).toBeLessThanOrEqual(100 + CLOSE)
      })
    }),
  )
})

test('no two areas overlap', () => {
  fc.assert(
    fc.property(sizes, ratios, (weights, ratio) => {
      const areas = treemap(weights, ratio)
      areas.forEach((area, index) => {
        for (const other of areas.slice(index + 1)) expect(overlaps(area, other)).toBe(false)
      })
    }),
  )
})
