import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { TEXT_COLUMNS } from '@/lib/db/generated/text-columns'
import { LOCALES, type Locale } from '@/lib/text/locale'

type Tree = { [name: string]: string | Tree }

const messagesOf = (locale: Locale) =>
  JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Tree

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

/** Nodes without a name in a text's tree: literal text, and a plural's own number. */
const WITHOUT_NAME = [0, 7]

/** The arguments of a text: names of values and tags. */
function argumentsOf(elements: readonly Element[]): string[] {
  const names = elements.flatMap((element) => [
    ...(WITHOUT_NAME.includes(element.type) ? [] : [element.value ?? '']),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => argumentsOf(value)),
    ...argumentsOf(element.children ?? []),
  ])
  return [...new Set(names)].toSorted()
}

const argumentsByKey = (texts: Map<string, string>, locale: Locale) =>
  Object.fromEntries(
    [...texts].map(([name, text]) => [
      name,
      argumentsOf(new IntlMessageFormat(text, locale).getAst() as Element[]),
    ]),
  )

const english = textsOf(messagesOf('en'))

describe.each(LOCALES.filter((locale) => locale !== 'en'))('the texts in %s', (locale) => {
  const texts = textsOf(messagesOf(locale))

  test('have the English keys', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('have the same arguments as the English ones', () => {
    expect(argumentsByKey(texts, locale)).toEqual(argumentsByKey(english, 'en'))
  })
})

/** Compiled, a text that comes out empty shows its key. */
const canBeEmpty = (elements: readonly Element[]): boolean =>
  elements.every(({ options }) =>
    Object.values(options ?? {}).some(({ value }) => canBeEmpty(value)),
  )

test.each(LOCALES)('no text in %s can come out empty', (locale) => {
  const empty = [...textsOf(messagesOf(locale))].filter(([, text]) =>
    canBeEmpty(new IntlMessageFormat(text, locale).getAst() as Element[]),
  )
  expect(empty).toEqual([])
})

test('every table that a redaction looks through has a name', () => {
  const { of: names } = messagesOf('en').Redact as { of: Tree }
  const tables = TEXT_COLUMNS.map(({ table }) => table).filter((table) => table !== 'Memory')
  expect(new Set(Object.keys(names))).toEqual(new Set(tables))
})

test('every text is named somewhere in the sources', () => {
  const all = sources()
  const words = new Set(all.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  // Keys that are put together, as `next_${kind}`.
  const made = all
    .flatMap((text) => text.match(/`[\w.]*(?:\$\{[^}`]*\}[\w.]*)+`/g) ?? [])
    .filter((template) => /^`\w|\w`$/.test(template))
    .map((template) => new RegExp(`^${template.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`))
  const isNamed = (part: string) => words.has(part) || made.some((each) => each.test(part))
  const unused = [...english.keys()].filter((key) => !key.split('.').every(isNamed))
  expect(unused).toEqual([])
})

function sources(): string[] {
  return ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|generated/.test(name))
      .map((name) => readFileSync(path.join(folder, name), 'utf8')),
  )
}

test('in Portuguese a repository of git is told from a store', () => {
  const portuguese = textsOf(messagesOf('pt'))
  for (const [name, text] of english) {
    if (!/\brepository\b/.test(text)) continue
    expect([name, portuguese.get(name)]).toEqual([name, expect.stringMatching(/repositório git/i)])
  }
})

test('the Portuguese is that of Brazil', () => {
  const other = /registad|noutr|ilibad|carregue em|fê-lo|-no \{|\bcorrer|apagar|\ba procurar/i
  expect(readFileSync('messages/pt.json', 'utf8')).not.toMatch(other)
})

test('where there is one, its verb is that of one', () => {
  const told = (locale: Locale, name: string, values: Record<string, number | string>) =>
    String(
      new IntlMessageFormat(textsOf(messagesOf(locale)).get(name) ?? '', locale).format(values),
    )
  const one = 'Rules.trial.differing.hold'
  expect(told('de', one, { count: 1 })).toBe('1 mehr hätte gewartet')
  expect(told('pt', one, { count: 1 })).toBe('1 a mais teria esperado')
  expect(told('pt', 'Plan.says', { count: 2, left: 1 })).toBe('Muda 2 memórias, deixa 1 como está.')
  const sums = { period: 'day', memories: 1, agents: 1, settled: 1 }
  expect(told('de', 'Log.sums', sums)).toMatch(/geprüft wurde 1\.$/)
})

test.each(LOCALES)('in %s a redaction promises nothing of files before it is done', (locale) => {
  const texts = textsOf(messagesOf(locale))
  const steps = [...texts].filter(([name]) => name.startsWith('Redact.step.'))
  const promises = [texts.get('History.redactAbout'), ...steps.map(([, text]) => text)].join()
  expect(promises).not.toMatch(/file|datei|파일|arquivo|byte|바이트/i)
})
