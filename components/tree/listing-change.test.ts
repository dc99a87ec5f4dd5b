import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ancestorPaths } from '@/lib/text/memory-path'
import { compareInTree } from '@/lib/text/natural-order'
import { changedListing } from './listing-change'
import type { TreeItem, TreeListing, TreeMemory } from './tree-item'
import { keyAction } from './tree-keys'
import { filteredRows, outermost, rowsOf } from './tree-rows'

const memory = (path: string, id = path): TreeMemory => ({
  type: 'memory',
  id,
  path,
  size: 1,
  sequence: 1,
  isFirstVersion: true,
  isRead: false,
  isUnreviewed: false,
  found: 'none',
  isQuarantined: false,
})

/** A directory's entries, computed from all paths: the reference model. */
function listed(paths: Iterable<string>, directory: string): TreeListing {
  const items = new Map<string, TreeItem>()
  for (const path of paths) {
    if (!path.startsWith(directory)) continue
    const slash = path.indexOf('/', directory.length)
    if (slash === -1) items.set(path, memory(path))
    else {
      const child = path.slice(0, slash + 1)
      const known = items.get(child)
      const memoryCount = (known?.type === 'directory' ? (known.memoryCount ?? 0) : 0) + 1
      items.set(child, { type: 'directory', path: child, memoryCount })
    }
  }
  return {
    items: [...items.values()].sort((one, other) => compareInTree(one.path, other.path)),
    order: 'natural',
    next: null,
  }
}

/** A listing whose chains of folders are shown by their first ones. */
function unfolded(listing: TreeListing, directory: string): TreeListing {
  const first = (path: string) => directory + path.slice(directory.length).replace(/(?<=\/).*/, '')
  return { ...listing, items: listing.items.map((item) => ({ ...item, path: first(item.path) })) }
}

/**
 * Returns the rows that may stand for a path's entry: itself, and each folder that holds all that
 * is in it.
 */
function possibleRows(paths: Iterable<string>, directory: string, path: string): string[] {
  const end = path.indexOf('/', directory.length)
  if (end === -1) return [path]
  const within = [...paths].filter((each) => each.startsWith(path.slice(0, end + 1)))
  const [one = ''] = within
  return ancestorPaths(one)
    .map((each) => `${each}/`)
    .filter((each) => within.every((other) => other.startsWith(each)))
}

describe('a listing that follows changes', () => {
  const paths = ['/a', '/b/c', '/b/d', '/b/e/f', '/b/e/g/h/i', '/g10', '/g9', '/한/국/어']

  test('equals a listing computed anew, whatever changes', () => {
    const step = fc.record({ from: fc.constantFrom(...paths), to: fc.constantFrom(null, ...paths) })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom('/', '/b/'),
        (steps, directory) => {
          const present = new Set<string>()
          let listing = listed([], directory)
          for (const { from, to } of steps) {
            const gone = present.has(from) ? from : null
            if (gone !== null) present.delete(gone)
            const comes = to !== null && !present.has(to) ? to : null
            if (comes !== null) present.add(comes)
            listing = changedListing(listing, directory, {
              gone,
              memory: comes === null ? null : memory(comes),
            })
            expect(unfolded(listing, directory)).toEqual(listed(present, directory))
            for (const { path } of listing.items) {
              expect(possibleRows(present, directory, path)).toContain(path)
            }
          }
        },
      ),
    )
  })

  test('keeps its identity when a change does not affect it', () => {
    const listing = listed(['/b/c'], '/b/')
    expect(changedListing(listing, '/b/', { gone: null, memory: memory('/a') })).toBe(listing)
  })

  test('does not show entries beyond the loaded part', () => {
    const listing = { ...listed(['/a', '/b'], '/'), next: '/b' }
    const changed = changedListing(listing, '/', { gone: null, memory: memory('/c') })
    expect(changed.items.map(({ path }) => path)).toEqual(['/a', '/b'])
  })
})

describe('the rows of a tree', () => {
  test('are the open entries, folders first, each with its level and position', () => {
    const listings = new Map([
      ['/', listed(['/a', '/b/c', '/b/d/e'], '/')],
      ['/b/', listed(['/a', '/b/c', '/b/d/e'], '/b/')],
    ])
    const rows = rowsOf(listings, new Set(['/b/', '/b/d/']))
    expect(rows.map(({ kind, key, level }) => [kind, key, level])).toEqual([
      ['item', '/b/', 1],
      ['item', '/b/d/', 2],
      ['loading', '/b/d/?loading', 3],
      ['item', '/b/c', 2],
      ['item', '/a', 1],
    ])
    expect(rows[3]).toMatchObject({ position: 2, siblings: 2 })
  })

  test('fold a chain of single folders into one, whose rows lie a level below', () => {
    const chain: TreeItem = { type: 'directory', path: '/a/b/c/', memoryCount: 2 }
    const listings = new Map<string, TreeListing>([
      ['/', { items: [chain], order: 'natural', next: null }],
      ['/a/b/c/', listed(['/a/b/c/one', '/a/b/c/d/two'], '/a/b/c/')],
    ])
    const rows = rowsOf(listings, new Set(['/a/', '/a/b/', '/a/b/c/']))
    expect(
      rows.map((row) => (row.kind === 'item' ? [row.name, row.level, row.place] : [])),
    ).toEqual([
      ['a/b/c', 1, '/a/'],
      ['d', 2, '/a/b/c/d/'],
      ['one', 2, '/a/b/c/one'],
    ])
    const context = { rows, index: 1, page: 10, isReadOnly: false }
    const key = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
    const up = { kind: 'go', to: 0, isExtending: false }
    expect(keyAction({ ...key, key: 'ArrowLeft' }, context)).toEqual(up)
    const close = { kind: 'toggle', path: '/a/b/c/' }
    expect(keyAction({ ...key, key: 'ArrowLeft' }, { ...context, index: 0 })).toEqual(close)
  })

  test('of a filter fold its chains too', () => {
    const rows = filteredRows([memory('/b/d/e'), memory('/b/d/f')])
    expect(rows.map(({ key, level }) => [key, level])).toEqual([
      ['/b/d/', 1],
      ['/b/d/e', 2],
      ['/b/d/f', 2],
    ])
  })

  test('of a filter lead to every memory that it found', () => {
    const rows = filteredRows([memory('/b/d/e'), memory('/b/f')])
    expect(rows.map(({ key }) => key)).toEqual(['/b/', '/b/d/', '/b/d/e', '/b/f'])
  })

  test('several chosen ones move by the outermost of them', () => {
    expect(outermost(['/a/', '/a/b', '/ab', '/c/d/'])).toEqual(['/a/', '/ab', '/c/d/'])
  })
})
