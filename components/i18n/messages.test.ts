import { describe, expect, test } from 'vitest'
import { IntlMessageFormat } from 'intl-messageformat'
import { LOCALES, type Locale } from '@/lib/text/locale'
import { messagesOf } from './messages'

type Tree = { [name: string]: string | Tree }

/** Every text by its dotted name. */
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

/** Type 0 of the message format is plain text, 7 a plural's own number. */
const WITHOUT_NAME = [0, 7]

/** What a text is told when it is used: names of values and tags. */
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

  test('are those that there are in English', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('are told the same as the English ones', () => {
    const told = (of: Map<string, string>, in_: Locale) =>
      Object.fromEntries([...of].map(([name, text]) => [name, parsed(text, in_)]))
    expect(told(texts, locale)).toEqual(told(english, 'en'))
  })

  test('are translated', () => {
    const same = [...texts].filter(([name, text]) => text === english.get(name))
    expect(same.map(([name]) => name).filter((name) => !SAME.includes(name))).toEqual([])
  })
})

/** What is the same word in other languages. */
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
  'Installation.title',
  'Nav.installation',
]
