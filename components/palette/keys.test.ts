import { expect, test } from 'vitest'
import { actsWhere, KEYS, strokesOf } from './keys'

const NAMES = Object.values(KEYS)
  .flat()
  .map(([name]) => name)

test('a key that would be typed acts outside fields alone', () => {
  const typed = NAMES.filter((name) => strokesOf(name).every((stroke) => /^⇧?\S$/.test(stroke)))
  const isArrowOrEnter = /[↑↓←→↵]/
  const letters = typed.filter((name) => !isArrowOrEnter.test(strokesOf(name).join('')))
  expect(letters.length).toBeGreaterThan(40)
  expect([...new Set(letters.map(actsWhere))]).toEqual(['outside fields'])
})

test('a message is sent from its field, and a chord acts from fields of no form too', () => {
  expect([actsWhere('send'), actsWhere('redactNow'), actsWhere('goTo')]).toEqual([
    'in fields',
    'outside forms',
    'anywhere',
  ])
})
