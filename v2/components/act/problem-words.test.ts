import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import en from '@/messages/en.json'
import { problemWords, type ProblemTexts } from './problem-words'

const texts = createTranslator({
  locale: 'en',
  messages: en,
  namespace: 'Problems',
  onError: () => {},
}) as ProblemTexts

/** Refusals that no page meets: of programs and commands. */
const ELSEWHERE = ['path_occupied', 'backup_refused']

test('every refusal that a page can meet has words', () => {
  const codes = [...readFileSync('lib/refusal.ts', 'utf8').matchAll(/\| '([a-z_]+)'/g)]
  const missing = codes.flatMap(([, code = '']) => (texts.has(code as never) ? [] : [code]))
  expect(missing).toEqual(ELSEWHERE)
})

test('facts stand in the words, with what is hidden in them shown', () => {
  const facts = { path: '/a\u202Eb.md' }
  const words = problemWords(texts, { code: 'changed_since_seen', message: 'x', facts })
  expect(words).toMatch(/^\/a\[RLO\]b\.md changed/)
})

test('a code without words, or without their facts, is told by its own sentence', () => {
  const message = 'In English.'
  expect(problemWords(texts, { code: 'nothing_known', message, facts: {} })).toBe(message)
  expect(problemWords(texts, { code: 'content_too_large', message, facts: {} })).toBe(message)
})

test('words that the build parsed are not said with a fact that is missing', () => {
  const parsed = Object.assign(() => 'More than undefined.', { has: () => true }) as ProblemTexts
  const message = 'In English.'
  expect(problemWords(parsed, { code: 'content_too_large', message, facts: {} })).toBe(message)
})

test('what the database met is told by its kind', () => {
  const told = (kind: string) =>
    problemWords(texts, { code: 'database_fault', message: 'x', facts: { kind } })
  expect(told('disk_full')).toMatch(/disk is full/)
  expect(told('something new')).toMatch(/log says more/)
})
