import { expect, test } from 'vitest'
import { keyAct } from './keys'
import { folderTree, type ListedMemory, treeRows } from './listing'

const memories = ['/f/a.md', '/f/b.md', '/c.md'].map((path): ListedMemory => [path, 1, 1, 0])
const OPEN = treeRows(folderTree(memories), 'all')
const CLOSED = treeRows(folderTree(memories), new Set())

const press = (key: string, index: number, on: { rows?: typeof OPEN; isReadOnly?: boolean } = {}) =>
  keyAct(
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    { rows: OPEN, page: 2, isReadOnly: false, index, ...on },
  )

test.each([
  ['ArrowDown', 0, 1],
  ['j', 0, 1],
  ['ArrowDown', 3, 3],
  ['ArrowUp', 0, 0],
  ['k', 2, 1],
  ['PageDown', 0, 2],
  ['End', 0, 3],
  ['Home', 3, 0],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 2, 0],
])('%s at row %d goes to row %d', (key, index, to) => {
  expect(press(key, index)).toEqual({ kind: 'go', to, isExtending: false })
})

test('a folder opens and closes by its keys', () => {
  expect(press('ArrowRight', 0, { rows: CLOSED })).toEqual({ kind: 'toggle', path: '/f/' })
  expect(press('ArrowLeft', 0)).toEqual({ kind: 'toggle', path: '/f/' })
  expect(press('Enter', 0)).toEqual({ kind: 'toggle', path: '/f/' })
})

test('a memory opens by Enter as the link it is', () => {
  expect(press('Enter', 1)).toBeNull()
})

test('nothing can be renamed or deleted where nothing can be changed', () => {
  expect(press('F2', 1)).toEqual({ kind: 'rename' })
  expect(press('Delete', 1)).toEqual({ kind: 'remove' })
  expect(press('Delete', 1, { isReadOnly: true })).toBeNull()
})
