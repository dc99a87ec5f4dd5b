import { expect, test } from 'vitest'
import {
  foldersAbove,
  folderTree,
  type ListedMemory,
  type Listing,
  moveOf,
  movesInto,
  outermost,
  treeRows,
} from './listing'
import { inTreeOrder, withNews } from './ordered-listing'

const memories = (...paths: string[]) =>
  inTreeOrder(paths.map((path): ListedMemory => [path, 10, 1, 0]))

const listing = (...paths: string[]): Listing => ({
  sequence: 5,
  memories: memories(...paths),
  hasMore: false,
})

const shown = (rows: ReturnType<typeof treeRows>) =>
  rows.map(
    ({ name, level, folder }) =>
      `${'  '.repeat(level - 1)}${name}${folder ? ` ${folder.count}` : ''}`,
  )

test('folders come first, with the number of what lies in them, and numbers count', () => {
  const root = folderTree(memories('/b.md', '/notes/10.md', '/notes/2.md', '/a.md'))
  expect(shown(treeRows(root, new Set()))).toEqual(['notes 2', 'a.md', 'b.md'])
  expect(shown(treeRows(root, new Set(['/notes/'])))).toEqual([
    'notes 2',
    '  2.md',
    '  10.md',
    'a.md',
    'b.md',
  ])
})

test('a chain of single folders is one row', () => {
  const root = folderTree(memories('/a/b/c/1.md', '/a/b/c/2.md', '/x/y.md'))
  expect(shown(treeRows(root, 'all'))).toEqual(['a/b/c 2', '  1.md', '  2.md', 'x 1', '  y.md'])
  expect(treeRows(root, new Set())[0]?.path).toBe('/a/b/c/')
})

test('each row knows its place among its siblings', () => {
  const rows = treeRows(folderTree(memories('/f/a.md', '/b.md', '/c.md')), new Set())
  expect(rows.map(({ position, siblings }) => [position, siblings])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
})

test('news replace, add and remove single memories', () => {
  const next = withNews(listing('/a.md', '/b.md'), {
    sequence: 7,
    changed: [
      ['/a.md', 20, 6, 1],
      ['/c.md', 1, 7, 0],
    ],
    gone: ['/b.md'],
  })
  expect(next).toEqual({
    sequence: 7,
    hasMore: false,
    memories: [
      ['/a.md', 20, 6, 1],
      ['/c.md', 1, 7, 0],
    ],
  })
})

test('older news change nothing', () => {
  const before = listing('/a.md')
  expect(withNews(before, { sequence: 5, changed: [], gone: ['/a.md'] })).toBe(before)
})

test('rows go into a folder, but for those that lie in it, and a folder not into itself', () => {
  expect(movesInto('/z/', ['/f/', '/a.md', '/z/b.md', '/z/'])).toEqual([
    { from: '/f/', to: '/z/f/' },
    { from: '/a.md', to: '/z/a.md' },
  ])
})

test('a memory is followed through a move', () => {
  expect(moveOf('/f/a.md', [{ from: '/f/', to: '/g/' }])).toBe('/g/a.md')
  expect(moveOf('/a.md', [{ from: '/f/', to: '/g/' }])).toBe('/a.md')
})

test('folders above a path are named from the outermost', () => {
  expect(foldersAbove('/a/b/c.md')).toEqual(['/a/', '/a/b/'])
  expect(foldersAbove('/a/b/')).toEqual(['/a/'])
  expect(foldersAbove('/c.md')).toEqual([])
})

test('what lies in another of the rows is left out', () => {
  expect(outermost(['/f/', '/f/a.md', '/b.md'])).toEqual(['/f/', '/b.md'])
})
