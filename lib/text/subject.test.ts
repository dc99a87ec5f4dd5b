import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subjectOf } from './subject'

test.each([
  ['fix(opencode): harden the install', 'fix(opencode)', 'harden the install'],
  ['chore: tidy', 'chore', 'tidy'],
  ['feat(api)!: drop v1', 'feat(api)', 'drop v1'],
  ['Plan the trip', null, 'Plan the trip'],
  ['Note: read this', null, 'Note: read this'],
  ['fix:', null, 'fix:'],
  ['https://example.org', null, 'https://example.org'],
])('%j has the prefix %j and the words %j', (title, prefix, words) => {
  expect(subjectOf(title)).toEqual({ prefix, words })
})

test('no title loses its words', () => {
  const part = fc.constantFrom('fix', '(a)', ':', ' ', '!', 'x', '(', 'é')
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 12 }), (title) => {
      const { prefix, words } = subjectOf(title)
      expect(title.endsWith(words)).toBe(true)
      expect(title.startsWith(prefix ?? '')).toBe(true)
      if (title !== '') expect(words).not.toBe('')
    }),
  )
})
