import { describe, expect, test } from 'vitest'
import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { IntlMessageFormat } from 'intl-messageformat'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { messagesOf } from './messages'

type Tree = { [name: string]: string | Tree }

/** Every text by its dotted key. */
function textsOf(tree: Tree, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(prefix + name, value)
    else for (const [below, text] of textsOf(value, `${prefix}${name}.`)) texts.set(below, text)
  }
  return texts
}

interface Element {
  type: number
  value?: string
  options?: Record<string, { value: Element[] }>
  children?: Element[]
}

/**
 * Types of nodes without a name in the message format's AST: literal text, and a plural's own
 * number.
 */
const WITHOUT_NAME = [0, 7]

/** The arguments of a text: names of values and tags. */
function argumentsOf(elements: readonly Element[]): string[] {
  const names = elements.flatMap((element) => [
    ...(WITHOUT_NAME.includes(element.type) ? [] : [element.value ?? '']),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => argumentsOf(value)),
    ...argumentsOf(element.children ?? []),
  ])
  return [...new Set(names)].sort()
}

const parsed = (text: string, locale: Locale) =>
  argumentsOf(new IntlMessageFormat(text, locale).getAst())

const english = textsOf(messagesOf('en'))

describe.each(LOCALES.filter((locale) => locale !== 'en'))('the texts in %s', (locale) => {
  const texts = textsOf(messagesOf(locale))

  test('have the English keys', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('have the same arguments as the English ones', () => {
    const told = (of: Map<string, string>, in_: Locale) =>
      Object.fromEntries([...of].map(([name, text]) => [name, parsed(text, in_)]))
    expect(told(texts, locale)).toEqual(told(english, 'en'))
  })

  test('are translated', () => {
    const same = [...texts].filter(([name, text]) => text === english.get(name))
    expect(same.map(([name]) => name).filter((name) => !SAME.includes(name))).toEqual([])
  })
})

/** Words that are the same in other languages. */
const SAME = [
  'Depends.test',
  'Folders.way_claude_code',
  'Review.hunkLabel',
  'Review.rest',
  'Digest.seconds',
  'Digest.agent',
  'Call.version',
  'Call.versions',
  'LiveMemory.version',
  'Sessions.agentNamed',
  'Context.block_agent',
  'CompactionComparison.person',
  'CompactionComparison.agent',
  'Installation.backup',
  'Connections.hooks',
  'Compaction.beforeAfter',
  'ContextSettings.triggerValue_input_tokens',
  'Problem.invalid_input',
  'Problem.input_part',
  'InputField.name',
  'InputField.text',
  'ApiKeys.name',
  'Connections.client',
  'Sessions.observedAgent',
  'Stores.name',
  'Sessions.filterAgent',
  'NewStore.git',
  'NewStore.name',
  'Seed.pastedText',
  'StoreSettings.name',
  'Search.query',
  'Log.filter',
  'Log.live',
  'Installation.about',
  'Look.system',
  'Environment.PORT',
  'StoreSettings.id',
  'History.session',
  'Redact.text',
  'Redact.in',
  'Memory.frontMatter',
  'Context.total',
  'Context.guess',
  'Context.measured',
  'Context.fromTo',
  'Context.bytes',
  'Context.tokensOf',
  'Context.took',
  'Context.milliseconds',
  'ContextOverview.sum',
  'CompactionComparison.when',
  'Receipt.reach.backups',
  'Restored.version',
  'History.user',
  'Search.by_person',
  'Search.by_agent',
  'Session.agent',
  'MemoryTests.title',
  'MemoryTests.name',
  'MemoryTests.tokens',
  'MemoryTests.seconds',
  'Experiments.name',
  'Experiments.tests',
  'Experiments.test',
  'Experiments.range',
  'MemoryTests.ofStore',
]

/** A value for each argument of a text: what a select knows, a number elsewhere. */
function valuesOf(elements: readonly Element[], number: number): Record<string, string | number> {
  const values = elements.map(({ type, value = '', options = {}, children = [] }) => ({
    ...(type === SELECT ? { [value]: Object.keys(options)[0] ?? '' } : {}),
    ...(type === SELECT || WITHOUT_NAME.includes(type) || type === TAG ? {} : { [value]: number }),
    ...valuesOf([...Object.values(options).flatMap((option) => option.value), ...children], number),
  }))
  return Object.assign({}, ...values) as Record<string, string | number>
}

const [SELECT, TAG] = [5, 8]

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(...args),
}

const joined = (chunks: unknown[]) => chunks.join('')

function tagsOf(elements: readonly Element[]): string[] {
  return elements.flatMap(({ type, value = '', options = {}, children = [] }) => [
    ...(type === TAG ? [value] : []),
    ...tagsOf([...Object.values(options).flatMap((option) => option.value), ...children]),
  ])
}

// The build compiles the texts (scripts/texts-loader.mjs).
test.each(LOCALES)('the texts in %s say the same when they are compiled', (locale) => {
  const texts = [...textsOf(messagesOf(locale)).values()]
  for (const number of [0, 1, 2345]) {
    const told = texts.map((text) => {
      const source = new IntlMessageFormat(text, locale)
      const tags = Object.fromEntries(tagsOf(source.getAst()).map((tag) => [tag, joined]))
      const values = { ...valuesOf(source.getAst(), number), ...tags }
      return [source.format(values), format(compile(text), locale, values, { formatters })]
    })
    expect(told.map(([, compiled]) => compiled)).toEqual(told.map(([plain]) => plain))
  }
})

test('a store and a repository of git, a review and a revision are not called the same in Portuguese', () => {
  const portuguese = textsOf(messagesOf('pt'))
  const of = (words: RegExp) => [...english].filter(([, text]) => words.test(text))
  for (const [name] of of(/\brepository\b/)) {
    expect([name, portuguese.get(name)]).toEqual([name, expect.stringContaining('repositório git')])
  }
  for (const [name] of of(/\brevisions?\b/i)) {
    expect([name, portuguese.get(name)]).toEqual([
      name,
      expect.not.stringMatching(/revis(ão|ões)/i),
    ])
  }
})

test.each(LOCALES)('%s: a session that rests is not said to wait', (locale) => {
  const texts = textsOf(messagesOf(locale))
  for (const idle of ['Session.standing_idle']) {
    for (const waits of ['Sessions.waits', 'Call.state_waiting']) {
      expect(texts.get(waits)?.toLowerCase()).not.toContain(texts.get(idle)?.toLowerCase())
    }
  }
})
