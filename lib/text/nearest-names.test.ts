import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names'

const NAMES = ['/checklist.md', '/status.md', '/notes/checks.md', '/plan.md']

test('a mistyped name finds the name that was meant first', () => {
  expect(nearestNames('/chekclist.md', NAMES, 2)[0]).toBe('/checklist.md')
})

test('no more are named than asked for, and none that is spelt quite differently', () => {
  expect(nearestNames('/checklist.md', NAMES, 1)).toEqual(['/checklist.md'])
  expect(nearestNames('/Übersicht', NAMES, 3)).toEqual([])
})
