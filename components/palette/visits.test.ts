import { expect, test } from 'vitest'
import { visitOf } from './visits'

const visit = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  return visitOf(pathname, searchParams)
}

test('a page of a store, of a memory and of a session is a visit of it, and of nothing else', () => {
  expect(
    [
      '/stores/memstore_1/settings',
      '/stores/memstore_1?path=%2Fa.md&view=blame',
      '/stores/memstore_1?memory=mem_1',
      '/sessions/sesn_1/context',
      '/sessions/new?store=memstore_1',
      '/stores',
    ].map(visit),
  ).toEqual(['memstore_1', 'memstore_1:/a.md', 'memstore_1:mem_1', 'sesn_1', null, null])
})
