import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Actor, COMMAND_LINE_ACTOR, LOCAL_USER_ACTOR } from './actor'
import { actorMark, type MarkedActor } from './actor-mark'

const lettersOf = (name: string | null, id = 'sesn_abc123') =>
  actorMark({ kind: 'session', id, name }).letters

test.each([
  ['Opus', 'Op'],
  ['Mina Park', 'MP'],
  ['author-1', 'A1'],
  ['gpt5', 'G5'],
  ['박민아', '박민'],
  ['мина', 'Ми'],
  ['ßa', 'ßa'],
  ['x', 'X'],
  ['🌊 Tide', '🌊T'],
  ['\u202eevil', 'Ev'],
  ['a\u0301'.normalize('NFD') + 'b', 'Áb'],
])('the letters of %j are %j', (name, letters) => {
  expect(lettersOf(name)).toBe(letters)
})

test('without a name that can be shown the letters are those of the id', () => {
  expect(lettersOf(null)).toBe('A1')
  expect(lettersOf('\u200b \u202e…')).toBe('A1')
  expect(lettersOf('', '')).toBe('?')
})

test('the one person has no letters, neither in the browser nor at the command line', () => {
  const lettersOfActor = ({ type, id }: Actor) => actorMark({ kind: type, id, name: null }).letters
  expect([LOCAL_USER_ACTOR, COMMAND_LINE_ACTOR].map(lettersOfActor)).toEqual(['', ''])
})

test('a letter under a heap of marks keeps two of them', () => {
  expect(lettersOf(`x${'\u0323'.repeat(500)}`).length).toBeLessThanOrEqual(3)
})

test('the shape says what kind of actor it is', () => {
  const kinds = ['user', 'session', 'api_key', 'service_account', 'import'] as const
  expect(kinds.map((kind) => actorMark({ kind, id: 'x', name: 'X' }).shape)).toEqual([
    'person',
    'agent',
    'key',
    'key',
    'import',
  ])
})

const HOSTILE = [
  '\u202e',
  '\u2066',
  '\u200d',
  '\u200b',
  '\u0301',
  '\ufe0f',
  '\u0000',
  '\u3164',
  '\u{e0041}',
  '\ud800',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '🇩',
  'ß',
  'ŉ',
  'İ',
  'ﬁ',
  'ก็',
  '각',
  'क्ष',
  'ش',
  'a',
  '1',
  ' ',
]
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 }),
)
const actor: fc.Arbitrary<MarkedActor> = fc.record({
  kind: fc.constantFrom('user', 'session', 'api_key', 'service_account', 'import'),
  id: fc.string({ unit: 'binary' }),
  name: fc.option(name),
})
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

test('a mark has one or two characters that are safe to show, and a hue of eight', () => {
  fc.assert(
    fc.property(actor, (marked) => {
      const { letters, hue } = actorMark(marked)
      expect([1, 2]).toContain([...clusters.segment(letters)].length)
      // Nothing invisible, nothing that turns the text, no mark on nothing, no heap of marks.
      expect(letters).not.toMatch(/[\p{C}\p{Z}]|^\p{M}|\p{M}{4}/u)
      expect(hue).toBeGreaterThanOrEqual(1)
      expect(hue).toBeLessThanOrEqual(8)
      expect(Number.isInteger(hue)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('an actor keeps its mark, and its hue when it is renamed', () => {
  fc.assert(
    fc.property(actor, fc.option(name), (marked, renamed) => {
      expect(actorMark({ ...marked })).toEqual(actorMark(marked))
      expect(actorMark({ ...marked, name: renamed }).hue).toBe(actorMark(marked).hue)
    }),
  )
})

test('neighbouring ids spread over all hues', () => {
  const ids = Array.from({ length: 64 }, (_, at) => `sesn_${at}`)
  const hues = new Set(ids.map((id) => actorMark({ kind: 'session', id, name: null }).hue))
  expect(hues.size).toBe(8)
})
