import fc from 'fast-check'
import { expect, test } from 'vitest'
import { character } from '@/tests/support/strings'
import { COMMAND_LINE, PERSON } from '@/lib/store/model/actor'
import { actorLook } from './actor-mark'

const lettersOf = (name: string | null, id = 'sesn_abc123') =>
  actorLook({ type: 'session', id, name }).letters

test.each([
  ['Opus', 'Op'],
  ['Mina Park', 'MP'],
  ['author-1', 'A1'],
  ['gpt5', 'G5'],
  ['박민아', '박민'],
  ['мина', 'Ми'],
  ['ßa', 'ßa'],
  ['🌊 Tide', '🌊T'],
  ['\u202eevil', 'Ev'],
])('the letters of %j are %j', (name, letters) => {
  expect(lettersOf(name)).toBe(letters)
})

test('without a name that can be shown the letters are those of the id', () => {
  expect(lettersOf(null)).toBe('A1')
  expect(lettersOf('\u200b \u202e…')).toBe('A1')
  expect(lettersOf('', '')).toBe('?')
})

test('the one person has no letters, neither in the browser nor at the command line', () => {
  const letters = [PERSON, COMMAND_LINE].map((actor) => actorLook({ ...actor, name: null }).letters)
  expect(letters).toEqual(['', ''])
})

test('a letter under a heap of marks keeps two of them', () => {
  expect(lettersOf(`x${'\u0323'.repeat(500)}`).length).toBeLessThanOrEqual(3)
})

test('whatever a name is, the mark shows nothing that turns or hides text', () => {
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.string(), (name, id) => {
      const { letters, hue } = actorLook({ type: 'session', id, name })
      expect(letters).not.toMatch(/[\p{Cc}\p{Cf}\p{Zs}]/u)
      expect(letters).not.toBe('')
      expect(hue).toBeGreaterThanOrEqual(1)
      expect(hue).toBeLessThanOrEqual(8)
    }),
  )
})
