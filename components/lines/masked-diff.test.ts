import { expect, test } from 'vitest'
import { linesOfDiff, maskedDiff } from './diff-lines'

const texts = { before: 'a\nkey one\n', after: 'a\nkey two\n', path: null }
const masked = [
  ['a', 'key ••••'],
  ['a', 'key ••••'],
]

test('secrets that differ are a change, also where they look the same', () => {
  const { lines, isMasked } = maskedDiff(linesOfDiff(texts), masked)
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['same', 'a'],
    ['removed', 'key ••••'],
    ['added', 'key ••••'],
  ])
  expect(isMasked).toBe(true)
})

test('nothing that told of the text is left on a masked line', () => {
  const { lines } = maskedDiff(linesOfDiff({ ...texts, path: '/a.ts' }), masked)
  const changed = lines.filter(({ kind }) => kind !== 'same')
  expect(changed.filter((line) => 'words' in line || 'syntax' in line)).toEqual([])
})

test('a masked line within a fold is masked, too', () => {
  const many = `${'line\n'.repeat(9)}key one\n${'line\n'.repeat(9)}`
  const diff = linesOfDiff({ before: many, after: `${many}end\n`, path: null })
  const lines = many.split('\n').map((line) => line.replace('one', '••••'))
  expect(JSON.stringify(maskedDiff(diff, [lines, lines]))).not.toContain('key one')
})
