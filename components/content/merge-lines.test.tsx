import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NumberedLines } from './merge-lines'

const shown = (from: number | null) =>
  renderToStaticMarkup(<NumberedLines lines={['a\n', 'b\n']} from={from} />).replaceAll(
    /<[^>]*>/g,
    '',
  )

test('lines of the result have its numbers, and those of a side none', () => {
  expect([shown(3), shown(null)]).toEqual(['3a4b', 'ab'])
})
