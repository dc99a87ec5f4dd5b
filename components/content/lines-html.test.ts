// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { syntaxOf } from '@/lib/text/syntax'
import { linesHtml } from './lines-html'

function listOf(lines: readonly string[], first = 1): HTMLElement {
  const list = document.createElement('ol')
  const syntax = syntaxOf(lines, 'markdown')
  list.innerHTML = linesHtml({ lines, syntax, first, label: ['Line ', ''] })
  return list
}

test('whatever a line holds is only text in its row', () => {
  const parts = fc.constantFrom(
    '<script>',
    '</code></li>',
    '"',
    "'",
    '&lt;',
    '&',
    '<!--',
    'onerror=',
    'x',
    '`',
    '**',
    '[a](',
    ')',
    '# ',
    ' ',
    '\r',
    '\u202e',
    '\u200b',
    '\u001b[31m',
  )
  const line = fc.array(parts).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const list = listOf(lines)
      expect([...list.children].map((row) => row.tagName)).toEqual(lines.map(() => 'LI'))
      expect([...list.querySelectorAll('*')].map(({ tagName }) => tagName)).not.toContain('SCRIPT')
      expect([...list.querySelectorAll('code')].map((code) => code.textContent)).toEqual(
        lines.map((text) => text || '\n'),
      )
    }),
  )
})

test('what has a meaning is coloured, and what is plain weighs nothing', () => {
  const [heading, plain] = listOf(['# A `b`', 'a < b']).querySelectorAll('code')
  expect(heading?.innerHTML).toBe(
    '<span class="mk"># </span><span class="h">A </span><span class="cs">`b`</span>',
  )
  expect(plain?.innerHTML).toBe('a &lt; b')
})

test("the numbers are links to the lines, and the memory's first is the tab stop", () => {
  const links = [...listOf(['a', 'b'], 1).querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#L1', '#L2'])
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Line 1', 'Line 2'])
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1])
  expect(listOf(['c'], 3).querySelector('a')?.tabIndex).toBe(-1)
})

test('a marked line says why, in its row and to a screen reader, whatever the words hold', () => {
  const marks = new Map([[2, 'Finding: a "key" <b>']])
  const list = document.createElement('ol')
  const lines = ['one', 'two']
  list.innerHTML = linesHtml({ lines, first: 1, label: ['Line ', ''], marks })
  const [plain, marked] = list.querySelectorAll('li')
  expect(plain?.hasAttribute('data-found')).toBe(false)
  expect(marked?.hasAttribute('data-found')).toBe(true)
  expect(marked?.title).toBe('Finding: a "key" <b>')
  expect(marked?.textContent).toBe('Finding: a "key" <b> two')
  expect(marked?.querySelector('code')?.textContent).toBe('two')
})
