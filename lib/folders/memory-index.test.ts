import { describe, expect, test } from 'vitest'
import { linkedFiles, loadedOf, lookAlikes, saidOf } from './memory-index'

const said = (texts: Record<string, string>) => saidOf(new Map(Object.entries(texts)))

const faultsOf = (texts: Record<string, string>) =>
  said(texts).faults.map((fault) => `${fault.kind} ${fault.path}`)

const lines = (count: number, line = '- x') => Array.from({ length: count }, () => line).join('\n')

describe('of an index Claude Code loads', () => {
  test.each([
    [lines(200), 0, null],
    [`${lines(200)}\n\n\n`, 0, { lines: 0 }],
    [lines(203), 3, null],
    [lines(195), 0, { lines: 5 }],
    [lines(179), 0, null],
    [lines(181, 'x'.repeat(137)), 0, { characters: 23 }],
  ])('the first 200 lines, and says when the end is near', (text, unloaded, left) => {
    const loaded = loadedOf(text)
    expect(loaded.unloaded).toBe(unloaded)
    if (left) expect(loaded.left).toEqual(left)
  })

  test('the first 25,000 units, cut at the last line end that fits', () => {
    expect(loadedOf(lines(100, 'x'.repeat(299)))).toEqual({ unloaded: 17, left: null })
    expect(loadedOf(`${'x'.repeat(23_800)}`)).toEqual({ unloaded: 0, left: { characters: 1_200 } })
  })

  test('counted in units, not in bytes', () => {
    expect(loadedOf('한'.repeat(20_000))).toEqual({ unloaded: 0, left: null })
  })
})

describe('the files that an index links to', () => {
  test.each([
    ['- [Tax](tax.md) of the shop', ['/tax.md']],
    ['- [Tax](<the tax.md>)', ['/the tax.md']],
    ['- [Tax](the%20tax.md "title")', ['/the tax.md']],
    ['- [Tax][t]\n\n[t]: notes/tax.md', ['/notes/tax.md']],
    ['- [Tax](tax.md#vat)', ['/tax.md']],
    ['- [Site](https://example.com/a.md) [Mail](mailto:a.md) [Abs](/etc/a.md) [Up](../a.md)', []],
    ['- [Tax](tax(1).md)', ['/tax(1).md']],
    ['tax.md in `code.md` and [[linked]]', []],
  ])('are those of links: %s', (index, files) => {
    expect(linkedFiles(index)).toEqual(files)
  })
})

describe('a memory is said to', () => {
  test('miss files that its index links to', () => {
    expect(faultsOf({ '/MEMORY.md': '[a](a.md) [b](b.md)', '/a.md': 'a' })).toEqual([
      'missing /b.md',
    ])
  })

  test.each(['[a](a%20b.md)', '`a b.md`', '[[a b]]', 'see a b', '[x](./a%20b.md)'])(
    'not leave out a fact that its index mentions in whatever form: %s',
    (index) => {
      expect(faultsOf({ '/MEMORY.md': index, '/a b.md': 'a' })).toEqual([])
    },
  )

  test('leave out a fact that is mentioned by neither path nor name', () => {
    const fact = '---\nname: vat\n---\nx'
    expect(faultsOf({ '/MEMORY.md': 'nothing', '/a.md': fact })).toEqual(['unlisted /a.md'])
    expect(faultsOf({ '/MEMORY.md': 'of vat', '/a.md': fact })).toEqual([])
  })

  test('have two facts of one name, and links to none, with CRLF and BOM as without', () => {
    const fact = '\uFEFF---\r\nname: vat\r\n---\r\nsee [[nowhere]] and [[vat]]\r\n'
    expect(faultsOf({ '/a.md': fact, '/b.md': '---\nname: vat\n---\n' })).toEqual([
      'same_name /a.md',
      'broken_link /a.md',
      'same_name /b.md',
    ])
  })

  test('have facts of which not all is recalled', () => {
    expect(faultsOf({ '/a.md': 'é'.repeat(2_049), '/b.md': 'x'.repeat(4_096) })).toEqual([
      'long /a.md',
    ])
  })

  test.each([
    ['---\nname: a\nno end', 'open_front_matter'],
    ['---\nname: [a\n---\nx', 'no_yaml'],
    ['---\nname: a\n---\n---\nname: b\n---\nx', 'second_block'],
    ['---\nname: a\n---\nx\n---\ny', null],
    ['---\na rule above', null],
  ])('have front matter that nobody reads: %j', (text, fault) => {
    expect(faultsOf({ '/a.md': text })).toEqual(fault ? [`${fault} /a.md`] : [])
  })
})

test('of a folder what has half of its lines from a file of a shorter name looks like a conflict copy', () => {
  const fact = (body: string) => `---\nname: a\ntype: user\n---\n\n${body}`
  const texts = {
    '/note.md': 'one\ntwo\n\nthree\n',
    '/note 2.md': 'one\ntwo\n\nfour\nfive\n',
    '/note-Anns-LAPTOP.md': 'three\n',
    '/note-other.md': 'one\nsix\nseven\n',
    '/in/note 2.md': 'one\n',
    '/tax.md': fact('VAT is 19 %\n'),
    '/tax-books.md': fact('Books are 7 %\n'),
    '/empty.md': '',
    '/empty 2.md': '',
  }
  expect(lookAlikes(new Map(Object.entries(texts)))).toEqual([
    { kind: 'look_alike', path: '/note 2.md', about: '/note.md' },
    { kind: 'look_alike', path: '/note-Anns-LAPTOP.md', about: '/note.md' },
  ])
})
