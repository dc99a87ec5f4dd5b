import { createFormatter, createTranslator } from 'next-intl'
import { describe, expect, test } from 'vitest'
import type { Flag } from '@/lib/scan/flag'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import ko from '@/messages/ko.json'
import pt from '@/messages/pt.json'
import { ANSWERS, PRESETS, presetOf, type SentenceWords, sentenceOf, withPreset } from './presets'
import { type Action, judge, type JudgedWrite } from '@/lib/review/judge'
import type { StoreRules } from '@/lib/review/rules'

const ALL = { en, de, ko, pt }

function wordsOf(locale: keyof typeof ALL): SentenceWords {
  const t = createTranslator({ locale, messages: ALL[locale], namespace: 'Rules.sentence' })
  const format = createFormatter({ locale })
  return {
    text: (key, facts) => t(key as 'paths', facts as { count: number }),
    list: (parts) => format.list(parts),
  }
}

const ENGLISH = wordsOf('en')

const PATHS: StoreRules['paths'][] = [
  [],
  [{ glob: '/a.md', answer: 'land' }],
  [
    { glob: '/a.md', answer: 'land' },
    { glob: '/b.md', answer: 'hold' },
    { glob: '/c.md', answer: 'refuse' },
  ],
]

/** Every combination of answers. */
const COMBINATIONS = PATHS.flatMap((paths) =>
  ANSWERS.everything.flatMap((everything) =>
    ANSWERS.secrets.flatMap((secrets) =>
      ANSWERS.personalData.flatMap((personalData) =>
        ANSWERS.instructions.flatMap((instructions) =>
          ANSWERS.deletions.map((deletions): StoreRules => ({
            everything,
            secrets,
            personalData,
            instructions,
            deletions,
            paths,
          })),
        ),
      ),
    ),
  ),
)

/** Writes, by what of the sentence is about them besides their path. */
const SUBJECTS = {
  nothing: null,
  secrets: 'secret',
  'personal data': 'personal_data',
  instructions: 'instructions',
  deletions: null,
} as const

type Subject = keyof typeof SUBJECTS

function judged(rules: StoreRules, subject: Subject, path: string) {
  const category = SUBJECTS[subject]
  const before = { path, content: 'one\n' }
  const write: JudgedWrite =
    subject === 'deletions'
      ? { before, after: null }
      : { before: null, after: { path, content: 'four\n' } }
  const flag = { line: 1, toLine: 1, fromColumn: 0, toColumn: 4, severity: 'low', rule: 'iban' }
  const isThere = (content: string) => category !== null && content === 'four\n'
  const { action, masked } = judge(rules, write, ({ content }) => ({
    found: isThere(content) ? [{ ...flag, category } as Flag] : [],
    isWhole: true,
  }))
  return { action, isMasked: masked !== null }
}

const STRICTEST: Action[] = ['land', 'review', 'hold', 'refuse']

/** What somebody expects who reads the sentence, and nothing else. */
function expected(sentence: string, subject: Subject, path: string) {
  const [base = '', rest = ''] = sentence.split('. ')
  const clauses = rest.toLowerCase().replace(/\.$/, '').split('; ')
  const own =
    subject === 'nothing' ? undefined : clauses.filter((clause) => clause.includes(subject))
  const isMasked = own?.some((clause) => clause.endsWith(' masked')) ?? false
  const isToLookAt =
    subject !== 'nothing' && !isMasked && !own?.some((clause) => clause.endsWith(' ignored'))
  const actions: Action[] = []
  const atPath = clauses.filter((clause) => clause.includes(path))
  const letThrough = () => actions.push(isToLookAt ? 'review' : 'land')
  if (atPath.some((clause) => clause.includes('let through'))) letThrough()
  else if (base.includes('let through')) letThrough()
  else actions.push(base.includes('wait until') ? 'hold' : 'review')
  for (const clause of [...(own ?? []), ...atPath]) {
    if (clause.includes('until you allow')) actions.push('hold')
    if (clause.endsWith('refused')) actions.push('refuse')
  }
  return {
    action: actions.toSorted((a, b) => STRICTEST.indexOf(b) - STRICTEST.indexOf(a))[0],
    isMasked,
  }
}

test('the sentence says of every write what becomes of it, whatever the answers are', () => {
  const untrue = COMBINATIONS.flatMap((rules) => {
    const sentence = sentenceOf(rules, ENGLISH)
    return (Object.keys(SUBJECTS) as Subject[]).flatMap((subject) =>
      ['/a.md', '/b.md', '/c.md', '/d.md'].flatMap((path) => {
        const is = JSON.stringify(judged(rules, subject, path))
        const reads = JSON.stringify(expected(sentence, subject, path))
        return is === reads ? [] : { sentence, subject, path, is, reads }
      }),
    )
  })
  expect(untrue).toEqual([])
})

describe.each(['en', 'de', 'ko', 'pt'] as const)('in %s', (locale) => {
  test('answers that do other things are told in other sentences', () => {
    const words = wordsOf(locale)
    const rules = COMBINATIONS.filter(({ everything }) => everything !== 'hold')
    const sentences = new Set(rules.map((each) => sentenceOf(each, words)))
    expect(
      [...sentences].filter((each) => /sentence\.|undefined|[{}]|[a-z]-[A-Z]|\.\./.test(each)),
    ).toEqual([])
    const unlike = new Set(rules.map((each) => JSON.stringify(withoutSilent(each))))
    expect(sentences.size).toBe(unlike.size)
  })
})

/** Flags are not told of, and where all is let through, a path that is need not be. */
function withoutSilent(rules: StoreRules): StoreRules {
  const { everything, paths } = rules
  return {
    ...rules,
    paths: paths.filter(({ answer }) => everything !== 'land' || answer !== 'land'),
  }
}

test('the presets read as they do', () => {
  expect(sentenceOf(PRESETS.watch, ENGLISH)).toBe('Agents’ writes land and wait for your look.')
  expect(sentenceOf(PRESETS.careful, ENGLISH)).toBe(
    'Agents’ writes land and wait for your look. Secrets are masked; instructions, deletions, and 4 paths wait until you allow them.',
  )
  expect(sentenceOf(PRESETS.strict, ENGLISH)).toBe(
    'Agents’ writes wait until you allow them. Personal data are masked; secrets and instructions are refused.',
  )
})

test('a preset takes the place of another, and leaves paths that somebody added', () => {
  const own = { glob: '/specs/**', answer: 'land' } as const
  const careful = withPreset('careful', [own])
  expect(careful.paths).toHaveLength(5)
  const strict = withPreset('strict', careful.paths)
  expect(strict.paths).toEqual([own])
  expect(presetOf(strict)).toBe('strict')
  expect(presetOf({ ...strict, deletions: 'refuse' })).toBeNull()
})
