import { expect, test } from 'vitest'
import { addressWith, storeSearch } from './search'

test('two versions are compared, more are not asked for', () => {
  expect(storeSearch({ version: ['a', 'b', 'c'] }).versionIds).toEqual(['a', 'b'])
})

test.each(['-1', '1.5', 'now', '9'.repeat(16)])('%s is no number of a change', (at) => {
  expect(storeSearch({ at }).at).toBeNull()
})

test('what no view, layout or difference is called is the usual one', () => {
  const { view, layout, diff } = storeSearch({ view: 'x', layout: 'y', diff: 'z' })
  expect([view, layout, diff]).toEqual(['content', 'unified', null])
})

test('the number of versions stays within its bounds', () => {
  expect(storeSearch({ versions: '1' }).versions).toBe(50)
  expect(storeSearch({ versions: '99999' }).versions).toBe(5_000)
})

test('an address is changed part by part', () => {
  const params = { memory: 'm', version: ['a', 'b'], at: '3' }
  expect(addressWith('s', params, { at: null, view: 'blame' })).toBe(
    '/stores/s?memory=m&version=a&version=b&view=blame',
  )
  expect(addressWith('s', { at: '1' }, { at: null })).toBe('/stores/s')
})
