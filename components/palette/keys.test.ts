import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
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

test.each(['en', 'de', 'pt'])('what a key does begins with a capital letter (%s)', (locale) => {
  const { Keys } = z
    .object({ Keys: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')))
  expect(NAMES.filter((name) => !/^\p{Lu}/u.test(Keys[name] ?? ''))).toEqual([])
})
