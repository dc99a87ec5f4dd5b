import { describe, expect, test } from 'vitest'
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

/** In the message format's AST, type 0 is literal text, 7 a plural's own number. */
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
  'Compaction.beforeAfter',
  'ContextSettings.triggerValue_input_tokens',
  'Problem.invalid_input',
  'Problem.input_part',
  'InputField.name',
  'InputField.text',
  'Stores.name',
  'NewStore.name',
  'Search.query',
  'Activity.filter',
  'Activity.live',
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
]
