import { expect, test } from 'vitest'
import { placeOfCall } from './tool-place'

const one = [{ storeId: 's1', mountName: 'notes' }]
const two = [...one, { storeId: 's2', mountName: 'notes-2' }]

test.each([
  ['/memories', one, { storeId: 's1', path: '' }],
  ['/memories/', one, { storeId: 's1', path: '' }],
  ['/memories/a/b.md', one, { storeId: 's1', path: '/a/b.md' }],
  ['/memories/notes/a.md', two, { storeId: 's1', path: '/a.md' }],
  ['/memories/notes-2/a.md', two, { storeId: 's2', path: '/a.md' }],
  ['/memories/notes', two, { storeId: 's1', path: '' }],
  ['/memories', two, null],
  ['/memoriesX/a.md', one, null],
  ['/etc/passwd', one, null],
])('%s is a place of the memory tool', (path, stores, place) => {
  expect(placeOfCall('memory', { command: 'view', path }, stores)).toEqual(place)
})

test('a rename is about its target', () => {
  const input = { command: 'rename', old_path: '/memories/a.md', new_path: '/memories/b.md' }
  expect(placeOfCall('memory', input, one)).toEqual({ storeId: 's1', path: '/b.md' })
})

test('the document tools name the store if there are several', () => {
  expect(placeOfCall('memory_read', { path: '/a.md' }, one)).toEqual({
    storeId: 's1',
    path: '/a.md',
  })
  const input = { store: 'notes-2', path: '/a.md' }
  expect(placeOfCall('memory_read', input, two)).toEqual({ storeId: 's2', path: '/a.md' })
  expect(placeOfCall('memory_read', { path: '/a.md' }, two)).toBeNull()
})

test('an input that names nothing has no place', () => {
  expect(placeOfCall('memory', {}, one)).toBeNull()
})
