import { readFileSync } from 'node:fs'
import { createTranslator } from 'next-intl'
import { expect, test } from 'vitest'
import { isRefusal } from '@/lib/refusal'
import { checkContent, checkPath } from '@/lib/store/model/problems'
import type { Locale } from '@/lib/text/locale'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import ko from '@/messages/ko.json'
import pt from '@/messages/pt.json'
import { jobProblem, problemWords, type ProblemTexts } from './problem-words'

const textsIn = (locale: Locale) =>
  createTranslator({
    locale,
    messages: { en, de, ko, pt }[locale],
    namespace: 'Problems',
    onError: () => {},
  }) as ProblemTexts

const texts = textsIn('en')

/** Refusals that no page meets: of programs, commands and agents. */
const ELSEWHERE = ['path_occupied', 'run_lost', 'held', 'backup_refused']

test('every refusal that a page can meet has words', () => {
  const codes = [...readFileSync('lib/refusal.ts', 'utf8').matchAll(/^ +\| '([a-z_]+)'/gm)]
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

test('each rule of paths and contents is told in the reader’s language, as is its field', () => {
  const broken = [
    'a',
    '/\ud800',
    `/${'a'.repeat(1_100)}`,
    '/\u200b',
    '/a\u0308',
    '//',
    '/..',
    '/a'.repeat(21),
    '/a\\b',
    '/%2e',
    '/.anthropic-memory-store',
  ].map((path) => () => checkPath(path))
  const contents = ['\0', '\ud800'].map((content) => () => checkContent(content))
  const told = [...broken, ...contents].map((check) => {
    const refusal = refusalOf(check)
    const inEach = (['de', 'ko', 'pt'] as const).map((at) => problemWords(textsIn(at), refusal))
    expect(inEach.filter((words) => /must|path:|content:/.test(words))).toEqual([])
    return inEach[0]
  })
  expect(new Set(told).size).toBe(told.length)
  expect(told[8]).toBe('Nicht angenommen: Pfad: darf keinen Backslash enthalten')
})

function refusalOf(check: () => void) {
  try {
    check()
  } catch (error) {
    if (isRefusal(error)) return error
  }
  throw new Error('it is not refused')
}

test('why a job failed is told in the reader’s language', () => {
  const error = 'In English.'
  const problem = { code: 'store_archived', facts: {} }
  const german = textsIn('de')
  expect(jobProblem(german, { error, result: { problem } })).toMatch(
    /^Dieser Speicher ist archiviert/,
  )
  expect(jobProblem(german, { error, result: null })).toMatch(/Protokoll des Servers/)
  expect(jobProblem(german, { error: null, result: null })).toBeNull()
})

test('a source that is none is named with what to do about it, in each language', () => {
  const facts = { why: 'tar', name: 'notes.tar' }
  const problem = { code: 'not_a_source', message: 'In English.', facts }
  expect(problemWords(textsIn('de'), problem)).toBe(
    'notes.tar ist ein Tar: Entpacken Sie es zuerst.',
  )
  const git = { code: 'git_failed', message: 'In English.', facts: { detail: 'fatal: bad object' } }
  expect(problemWords(textsIn('pt'), git)).toMatch(/^O git não .*O git diz: fatal: bad object$/)
})
