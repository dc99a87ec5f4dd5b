import { expect, test } from 'vitest'
import { frontMatterOf } from './front-matter'

test('keys and values, without the quotes around them', () => {
  expect(frontMatterOf('---\ntitle: "A: b"\nwhen: 2026-01-02 # day\nempty:\n---\n\n# A\n')).toEqual(
    {
      entries: [
        { key: 'title', value: 'A: b' },
        { key: 'when', value: '2026-01-02 # day' },
        { key: 'empty', value: '' },
      ],
      source: 'title: "A: b"\nwhen: 2026-01-02 # day\nempty:\n',
      body: '\n# A\n',
    },
  )
})

test('nested values stay as they are written', () => {
  const text = '---\ntags:\n  - a\n  - b\nlist:\n- c\n# remark\nmore: |\n  one\n  two: 2\n...\n'
  expect(frontMatterOf(text)?.entries).toEqual([
    { key: 'tags', value: '  - a\n  - b' },
    { key: 'list', value: '- c' },
    { key: 'more', value: '|\n  one\n  two: 2' },
  ])
})

test.each([
  ['a rule', '---\n\n# Title\n'],
  ['no end', '---\na: 1\n'],
  ['not at the start', '\n---\na: 1\n---\n'],
  ['no keys', '---\njust words\n---\n'],
  ['nothing', '---\n---\n'],
])('none where there is %s', (_, text) => {
  expect(frontMatterOf(text)).toBeNull()
})

test('a broken one is its source', () => {
  expect(frontMatterOf('---\na: 1\nno key here\n---\n# A')).toEqual({
    entries: null,
    source: 'a: 1\nno key here\n',
    body: '# A',
  })
})

test('line ends of Windows and a byte-order mark do not hide it', () => {
  expect(frontMatterOf('\ufeff---\r\na: 1\r\nb:\r\n  - c\r\n---\r\n# A\r\n')).toEqual({
    entries: [
      { key: 'a', value: '1' },
      { key: 'b', value: '  - c' },
    ],
    source: 'a: 1\r\nb:\r\n  - c\r\n',
    body: '# A\r\n',
  })
})

test('a hostile one takes no time to speak of', () => {
  const started = performance.now()
  frontMatterOf(`---\n${'a'.repeat(100_000)}\n${'"'.repeat(100_000)}\n---\n`)
  frontMatterOf(`---\na:${' '.repeat(100_000)}x\n${' \n'.repeat(100_000)}---\n`)
  expect(performance.now() - started).toBeLessThan(1_000)
})
