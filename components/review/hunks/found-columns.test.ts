import { expect, test } from 'vitest'
import { foundColumns } from './found-columns'

const found = { id: 'find_1', rule: 'docker_token', line: 3, from: 4, to: 9 } as const
const lines = ['one', 'two', 'key begins', 'goes on', 'ends here', 'more'].map((text, index) => ({
  after: index + 1,
  text,
}))
const columns = (of: Parameters<typeof foundColumns>[0]) =>
  lines.flatMap((line) => {
    const range = foundColumns(of, line)
    return range ? [[line.after, ...range]] : []
  })

test('what was found in one line marks its columns', () => {
  expect(columns(found)).toEqual([[3, 4, 9]])
})

test('what goes on over several lines marks all of them, to its end', () => {
  expect(columns({ ...found, to: 10, toLine: 5, toColumn: 4 })).toEqual([
    [3, 4, 10],
    [4, 0, 7],
    [5, 0, 4],
  ])
})

test('a line of which nothing belongs to it is not marked', () => {
  expect(columns({ ...found, to: 10, toLine: 4, toColumn: 0 })).toEqual([[3, 4, 10]])
})
