import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { character } from '@/tests/support/strings'
import { languageOf, type SyntaxLanguage, syntaxReader } from './syntax'

function syntaxOf(lines: readonly string[], language: SyntaxLanguage) {
  const read = syntaxReader(lines, language)
  return read && lines.map((_, index) => read(index))
}

/** A text's parts that are not plain, line by line, as `class:text`. */
function coloured(text: string, language: SyntaxLanguage): string[][] {
  const lines = syntaxOf(text.split('\n'), language) ?? []
  return lines.map((parts) =>
    parts.flatMap(({ text: part, kind }) => (kind === null ? [] : [`${kind}:${part}`])),
  )
}

const languages = fc.constantFrom<SyntaxLanguage>('markdown', 'yaml', 'json')
const hostile = fc
  .array(
    fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '[',
      '](',
      ')',
      '*',
      '**',
      '_',
      '__',
      '<!--',
      '-->',
      '"',
      "'",
      '\\',
      '#',
      '- ',
      '> ',
      '|',
      '---',
      ':',
      ' ',
      'a',
      '7',
      '\r',
      '\u2028',
      '\u202e',
      '🙂',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

test('the parts of a line are the line, whatever it holds', () => {
  const lines = fc.array(fc.oneof(hostile, fc.string({ unit: character })), { maxLength: 8 })
  fc.assert(
    fc.property(lines, languages, (texts, language) => {
      const parts = syntaxOf(texts, language) ?? []
      expect(parts.map((line) => line.map(({ text }) => text).join(''))).toEqual(texts)
    }),
  )
})

test.each(['[', '`', '``` `', '*', '**a', '_', '<!--', '"', '\\"', '"\\', '- ', '> ', '|-', '# '])(
  'a text of %j alone takes no time to speak of',
  (piece) => {
    const line = piece.repeat(20_000 / piece.length)
    const lines = Array.from({ length: 25 }, () => line)
    const started = performance.now()
    for (const language of ['markdown', 'yaml', 'json'] as const) syntaxOf(lines, language)
    // 1.5 million characters: milliseconds if linear, minutes if quadratic.
    expect(performance.now() - started).toBeLessThan(2_000)
  },
)

test('a line of 100 kB stays plain, and so does a text of 600 kB', () => {
  expect(coloured(`# ${'['.repeat(100_000)}`, 'markdown')).toEqual([[]])
  expect(
    syntaxOf(
      Array.from({ length: 600 }, () => '#'.repeat(1_000)),
      'markdown',
    ),
  ).toBeNull()
})

test('the language is that of the extension', () => {
  expect(
    ['/a.md', '/b/C.YAML', '/d.jsonl', '/e.txt', '/md', '/x.constructor', null].map(languageOf),
  ).toEqual(['markdown', 'yaml', 'json', null, null, null, null])
})

describe('Markdown', () => {
  test('knows headings, lists, quotes and what stands in them', () => {
    expect(
      coloured('## Do `it`\n- [x] **now**, I-086\n> so *be* it\n1. a_b_c', 'markdown'),
    ).toEqual([
      ['mk:## ', 'h:Do ', 'cs:`it`'],
      ['mk:- [x]', 'b:**now**', 'id:I-086'],
      ['mk:> ', 'q:so ', 'em:*be*', 'q: it'],
      ['mk:1. '],
    ])
  })

  test('tells the text of a link from its address', () => {
    expect(coloured('see [the plan](plans/a.md) and https://a.example/x', 'markdown')).toEqual([
      ['mk:[', 'lk:the plan', 'mk:](', 'ur:plans/a.md', 'mk:)', 'ur:https://a.example/x'],
    ])
  })

  test('carries front matter and fenced code from line to line', () => {
    const text = '---\ntitle: "A" # why\n---\n# A\n```json\n{"a": 1}\n```\n~~~\n# no\n```\n~~~\n# B'
    expect(coloured(text, 'markdown')).toEqual([
      ['mk:---'],
      ['k:title', 'mk::', 'st:"A"', 'cm:# why'],
      ['mk:---'],
      ['mk:# ', 'h:A'],
      ['mk:```json'],
      ['k:"a"', 'nu:1'],
      ['mk:```'],
      ['mk:~~~'],
      ['cs:# no'],
      ['cs:```'],
      ['mk:~~~'],
      ['mk:# ', 'h:B'],
    ])
  })
})

test('YAML has keys, scalars and comments; an apostrophe begins no string', () => {
  expect(coloured("a.b: 'x'\n  - c: true\n# note\nd: it's what's http://x\n- 12", 'yaml')).toEqual([
    ['k:a.b', 'mk::', "st:'x'"],
    ['mk:  - ', 'k:c', 'mk::', 'nu:true'],
    ['cm:# note'],
    ['k:d', 'mk::'],
    ['mk:- ', 'nu:12'],
  ])
})

test('JSON tells keys from strings', () => {
  expect(coloured('{"a\\"b" : "c:d", "e": [-1.5e3, null, false]}', 'json')).toEqual([
    ['k:"a\\"b"', 'st:"c:d"', 'k:"e"', 'nu:-1.5e3', 'nu:null', 'nu:false'],
  ])
})
