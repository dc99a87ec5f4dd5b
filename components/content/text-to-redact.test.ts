// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { linesHtml } from './lines-html'
import { textToRedact } from './text-to-redact'

beforeEach(() => {
  const lines = ['first line', '', 'a secret', 'last']
  const marks = new Map([[3, 'Finding: a key']])
  const html = linesHtml({ lines, first: 1, label: ['Line ', ''], marks })
  document.body.innerHTML = `<main id="main"><ol>${html}</ol></main><p id="other">elsewhere</p>`
  window.location.hash = ''
  window.getSelection()?.removeAllRanges()
})

const textIn = (line: number) => {
  const text = document.querySelector(`[data-line-row="${line}"] code`)?.firstChild
  if (!text) throw new Error('no such line')
  return text
}

function select(from: [Node, number], to: [Node, number]) {
  const range = document.createRange()
  range.setStart(...from)
  range.setEnd(...to)
  window.getSelection()?.addRange(range)
}

test('what is selected in a line is the text', () => {
  select([textIn(3), 2], [textIn(3), 8])
  expect(textToRedact()).toBe('secret')
})

test('what is selected over lines is their text, without what is said of them', () => {
  select([textIn(1), 6], [textIn(4), 4])
  expect(textToRedact()).toBe('line\n\na secret\nlast')
})

test('the lines that the address names are the text while nothing is selected', () => {
  window.location.hash = '#L3-L4'
  expect(textToRedact()).toBe('a secret\nlast')
  select([textIn(1), 0], [textIn(1), 5])
  expect(textToRedact()).toBe('first')
})

test('nothing is marked by a selection elsewhere, and by an address without lines', () => {
  window.location.hash = '#top'
  const other = document.getElementById('other')?.firstChild
  if (other) select([other, 0], [other, 4])
  expect(textToRedact()).toBe('')
})
