import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOMS = ['app', 'bench', 'cli', 'components', 'e2e', 'lib', 'scripts', 'tests']

/** The words in code at the beginning of each entry of the glossary's list. */
function barredWords(): string[] {
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  const list = glossary.slice(glossary.indexOf('## Barred in names'))
  return [...list.matchAll(/^- (.*?)(?: before a limit)?:/gm)].flatMap(([, words = '']) =>
    [...words.matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word),
  )
}

/** The words of a name: `MAX_ROWS`, `maxRows` and `MaxRows` are of `max` and `rows`. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

function sourcesOf(room: string): { file: string; text: string }[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.includes('generated'))
    .map((name) => path.join(room, name))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

function exportedNames(): { name: string; file: string }[] {
  return ROOMS.flatMap(sourcesOf).flatMap(({ file, text }) => {
    const declared =
      /^export (?:async )?(?:function\*?|const|class|interface|type) +(\w+)|^const ([A-Z][A-Z0-9_]+) =/gm
    return [...text.matchAll(declared)].map(([, exported, constant]) => ({
      name: exported ?? constant ?? '',
      file,
    }))
  })
}

test('no name is made of a word that the glossary bars', () => {
  const words = barredWords()
  expect(words.length).toBeGreaterThan(5)
  const limits = new Set(['most', 'fewest', 'least'])
  const found = exportedNames().filter(({ name }) =>
    wordsOf(name).some(
      (word, at) =>
        words.includes(word) && (!limits.has(word) || (at === 0 && /^[A-Z_\d]+$/.test(name))),
    ),
  )
  expect(found).toEqual([])
})

test('a comment of lib says what its function does, not what is asked of it', () => {
  const question = /\/\*\*\s+(?:\* )?(?:What|How|Whether|Where|Who|Whose|Which|Why)\b.*/g
  const found = sourcesOf('lib').flatMap(({ file, text }) =>
    [...text.matchAll(question)].map(([begin]) => `${file}: ${begin}`),
  )
  expect(found).toEqual([])
})
