import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { MEANINGS } from '@/e2e/key-meanings'
import { actsWhere, AREAS, contextsOf, KEYS, type KeyName, strokesOf } from './keys'

const COMMANDS = Object.values(KEYS).flat()
const NAMES = COMMANDS.map(([name]) => name)

const textsOf = (locale: string) =>
  z
    .object({ Keys: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8'))).Keys

test('a key that would be typed acts outside fields alone', () => {
  const typed = NAMES.filter((name) => strokesOf(name).every((stroke) => /^⇧?\S$/.test(stroke)))
  const isArrowOrEnter = /[↑↓←→↵]/
  const letters = typed.filter((name) => !isArrowOrEnter.test(strokesOf(name).join('')))
  expect(letters.length).toBeGreaterThan(20)
  expect([...new Set(letters.map(actsWhere))]).toEqual(['outside fields'])
})

test('a message is sent from its field, and a chord acts from fields of no form too', () => {
  expect([actsWhere('send'), actsWhere('redactNow'), actsWhere('goTo')]).toEqual([
    'in fields',
    'outside forms',
    'anywhere',
  ])
})

test('a letter means the same wherever it does something, and a command has one key', () => {
  const words = textsOf('en')
  const letters = COMMANDS.flatMap(([name, strokes]) =>
    strokes.split(' ').map((stroke) => [stroke, words[name] ?? ''] as const),
  ).filter(([stroke]) => /^⇧?\p{L}$/u.test(stroke) || stroke === 'Space')
  const others = letters.filter(([stroke, label]) => !MEANINGS[stroke]?.test(label))
  expect(others).toEqual([])
  const differing = COMMANDS.filter(([name, strokes]) => strokesOf(name).join(' ') !== strokes)
  expect(differing).toEqual([])
})

/** How a key is bound, shown or told in the code. */
const BOUND = [
  /useLetterKey\('(\w)'/g,
  /stroke="(\w)"/g,
  /<KeyedLink[^>]*letter="(\w)"/g,
  /aria-keyshortcuts="(?:Shift\+)?(\w)"/g,
  /<Kbd>⇧?(\w)<\/Kbd>/g,
  /(?:event|press)\.key [!=]== '(\w)'/g,
]

const known = new Set(COMMANDS.flatMap(([, strokes]) => strokes.toLowerCase().match(/\b\w\b/g)))

test('the guide names no key that the table does not have', () => {
  const unknown = readdirSync('docs/guide').flatMap((file) =>
    [...readFileSync(`docs/guide/${file}`, 'utf8').matchAll(/`⇧?([A-Za-z])`/g)]
      .filter(([, letter = '']) => !known.has(letter.toLowerCase()))
      .map(([stroke]) => `${file}: ${stroke}`),
  )
  expect(unknown).toEqual([])
})

test('no code listens to a letter, or shows one, that the table does not have', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${folder}/${file}`),
  )
  const unknown = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const letters = BOUND.flatMap((pattern) =>
      [...source.matchAll(pattern)].map(([, letter]) => letter?.toLowerCase() ?? ''),
    )
    return letters.filter((letter) => !known.has(letter)).map((letter) => `${file}: ${letter}`)
  })
  // S saves in editors, as fingers know it from every other.
  expect(unknown.filter((each) => !each.endsWith(': s'))).toEqual([])
})

test('every key of the table is in one part of the list, and a page knows its own', () => {
  expect(Object.values(AREAS).flat().toSorted()).toEqual(Object.keys(KEYS).toSorted())
  expect(contextsOf('/review')).toEqual(['inbox'])
  expect(contextsOf('/review?open=chgset_1')).toEqual(['inbox'])
  expect(contextsOf('/review/chgset_1')).toEqual(['reviewing'])
  expect(contextsOf('/stores/memstore_1?path=/a.md')).toEqual(['memory', 'tree', 'time'])
  expect(contextsOf('/settings/installation')).toEqual([])
})

test.each(['en', 'de', 'pt'])('what a key does begins with a capital letter (%s)', (locale) => {
  const words: Partial<Record<KeyName, string>> = textsOf(locale)
  expect(NAMES.filter((name) => !/^\p{Lu}/u.test(words[name] ?? ''))).toEqual([])
})
