import { expect, test } from 'vitest'
import { pathRows } from './path-rows'

test('files become a tree, each directory once and before its contents', () => {
  const files = ['/a-b.md', '/a/b/c.md', '/a/b/d.md', '/a/e.md', '/f/b/g.md', '/z.md']
  const rows = pathRows(files.map((path) => ({ path })))
  expect(
    rows.map(
      ({ kind, name, depth }) => `${'  '.repeat(depth)}${name}${kind === 'directory' ? '/' : ''}`,
    ),
  ).toEqual([
    'a-b.md',
    'a/',
    '  b/',
    '    c.md',
    '    d.md',
    '  e.md',
    'f/',
    '  b/',
    '    g.md',
    'z.md',
  ])
})

test('no files make no tree', () => {
  expect(pathRows([])).toEqual([])
})
