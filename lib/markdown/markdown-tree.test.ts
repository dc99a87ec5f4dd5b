import { beforeEach, expect, test } from 'vitest'
import { markdownTree } from './markdown-tree'

const KILOBYTES_100 = 100_000
const filled = (part: string) => part.repeat(KILOBYTES_100 / part.length)

/** A text that takes minutes to parse is given up after this. */
const SOON_MS = 1_000

// Threads start when they are first needed, which on a busy machine takes longer than the deadlines here.
beforeEach(async () => {
  await Promise.all([markdownTree('a'), markdownTree('b')])
})

test('embedded HTML becomes text, and source positions are left out', async () => {
  expect(await markdownTree('# A <b>title</b>')).toEqual({
    type: 'root',
    children: [
      {
        type: 'element',
        tagName: 'h1',
        properties: {},
        children: [
          { type: 'text', value: 'A ' },
          { type: 'text', value: '<b>' },
          { type: 'text', value: 'title' },
          { type: 'text', value: '</b>' },
        ],
      },
    ],
  })
})

test('a hundred kilobytes of prose are parsed', async () => {
  const prose = filled('Some *prose* with `code`, a [link](https://a.example) and words.\n\n')
  // Within a second; a machine with other work takes longer than a page would wait.
  expect((await markdownTree(prose, 50_000))?.children.length).toBeGreaterThan(3_000)
})

test.each([
  ['emphasis that crosses', filled('*a_ ')],
  ['quotes in quotes', filled('>')],
])('%s gets no tree, and others are served meanwhile', async (_name, content) => {
  const answers: string[] = []
  await Promise.all([
    markdownTree(content, SOON_MS).then((tree) => answers.push(tree ? 'a tree' : 'no tree')),
    markdownTree('*short*').then((tree) => answers.push(tree ? 'the other' : 'no other')),
  ])
  expect(answers).toEqual(['the other', 'no tree'])
})

test('more elements than anybody reads, or deeper than can be shown, gives no tree', async () => {
  expect(await markdownTree('`a` '.repeat(26_000))).toBeNull()
  expect(await markdownTree(`${'>'.repeat(101)} deep`)).toBeNull()
  expect(await markdownTree(`${'>'.repeat(90)} deep`)).not.toBeNull()
})

test('brackets that close nothing are not even parsed', async () => {
  expect(await markdownTree(filled(']'), 600_000)).toBeNull()
  expect(await markdownTree('[a] '.repeat(6_000), 50_000)).not.toBeNull()
})

test('after one that exceeded the limits, the next is parsed', async () => {
  const trees = await Promise.all([
    markdownTree(filled('*a_ '), SOON_MS),
    markdownTree(filled('*a_ '), SOON_MS),
    markdownTree('a'),
    markdownTree('b'),
  ])
  expect(trees).toMatchObject([null, null, { type: 'root' }, { type: 'root' }])
})
