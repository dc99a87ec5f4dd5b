// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textDiff } from '@/lib/text/text-diff'
import { diffRows, type DiffRows } from './diff-rows'
import { diffSyntax } from './diff-syntax'
import { rowsHtml, type RowsHtmlOptions, type SentRow, stopOf } from './sent-rows'
import { shownHunks } from './shown-lines'

const labels = {
  added: 'added:',
  removed: 'removed:',
  unended: 'no <newline>',
  stamped: 'Stamped by "Claude Code"',
  skipped: (count: number) => `${count} unchanged`,
  cut: (count: number) => `${count} <more>`,
}

type Options = Partial<DiffRows & RowsHtmlOptions>

/** As the browser makes it of what was sent. */
function tableOf(before: string, after: string, options: Options = {}): HTMLElement {
  const hunks = shownHunks(textDiff(before, after).hunks, 1_000)
  const table = document.createElement('table')
  const syntax = diffSyntax(before, after, '/a.md')
  const plain = { hunks, rest: null, isStamped: () => false, labels, words: labels, syntax }
  const sent = JSON.parse(JSON.stringify(diffRows({ ...plain, ...options }))) as SentRow[]
  const html = rowsHtml(sent, { isStepped: true, stop: stopOf(sent), ...plain, ...options })
  table.innerHTML = `<tbody>${html.join('')}</tbody>`
  return table
}

const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.getAttribute('data-line') ?? cell.textContent),
  )

test('a row has both numbers, its sign, and its text', () => {
  expect(rowsOf(tableOf('one\ntwo\n', 'one\n2\n'))).toEqual([
    ['1', '1', '', 'one'],
    ['2', '', '−removed:', 'two'],
    ['', '2', '+added:', '2'],
  ])
})

test('unchanged lines in between are counted, and so is what is left out', () => {
  const lines = Array.from({ length: 12 }, (_, line) => `${line}\n`)
  const table = tableOf(lines.join(''), lines.with(8, 'new\n').join(''), { rest: '9 more' })
  expect(rowsOf(table).at(0)).toEqual(['5 unchanged'])
  expect(rowsOf(table).at(-1)).toEqual(['9 more'])
})

test('a change begins with the first of its lines', () => {
  const table = tableOf('a\nb\nc\n', 'x\ny\nc\n')
  const begun = [...table.querySelectorAll('[data-change-start]')]
  expect(begun.map((row) => row.textContent)).toEqual(['−removed:a'])
})

test('rewritten words are marked in their colour, and an absent last newline is told', () => {
  const table = tableOf('the `old` word\n', 'the `new` word')
  expect(table.querySelector('del')?.textContent).toBe('old')
  expect(table.querySelector('ins')?.outerHTML).toContain('class="cs"')
  expect(table.querySelector('tr:last-child td:last-child')?.textContent).toBe(
    'the `new` wordno <newline>',
  )
})

test('of a line that is too long to be read the rest is counted, its parts coloured as before', () => {
  const table = tableOf('', `${'`a` '.repeat(1_000)}\n`)
  const cell = table.querySelector('td:last-child')
  expect(cell?.textContent).toBe(`${'`a` '.repeat(500)}… 2000 <more>`)
  expect(cell?.querySelectorAll('.cs')).toHaveLength(500)
})

test('new numbers are links with a name, of which the first is the tab stop', () => {
  const table = tableOf('a\nb\n', 'a\nc\n', { lineLabel: ['Line ', '!'] })
  const links = [...table.querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#L1', '#L2'])
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Line 1!', 'Line 2!'])
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1])
  expect([...table.querySelectorAll('[data-line-row]')].map(({ id }) => id)).toEqual(['L1', 'L2'])
})

test('stamped lines that follow each other are folded into one row', () => {
  const table = tableOf('a\nb\nc\n', 'a\nx\ny\nc\n', {
    isStamped: (line) => line?.kind === 'added',
  })
  const folded = table.querySelectorAll('details')
  expect(folded).toHaveLength(1)
  expect(folded[0]?.querySelector('summary')?.textContent).toBe('Stamped by "Claude Code"')
  expect([...(folded[0]?.querySelectorAll('div') ?? [])].map((line) => line.textContent)).toEqual([
    '+ x',
    '+ y',
  ])
})

test('whatever a line holds is only text in its row', () => {
  const parts = fc.constantFrom(
    ...['<script>', '</td></tr></table>', '"', "'", '&lt;', '&', '<!--', 'x', '`', '**'],
    ...['[a](', ')', '# ', ' ', '\r', '\u202E', '\u200B', '\u001B[31m'],
  )
  const line = fc.array(parts).map((all) => all.join(''))
  const text = fc
    .array(line, { minLength: 1, maxLength: 5 })
    .map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(text, text, (before, after) => {
      const shown = textDiff(before, after).hunks.flatMap(({ lines }) => lines)
      const table = tableOf(before, after)
      expect(table.querySelectorAll('tr')).toHaveLength(shown.length)
      expect([...table.querySelectorAll('*')].map(({ tagName }) => tagName)).not.toContain('SCRIPT')
      expect(
        [...table.querySelectorAll('tr > td:last-child')].map((cell) => cell.textContent),
      ).toEqual(shown.map(({ text }) => text || '\n'))
    }),
  )
})

test('changed lines that can be chosen are named by their place in the hunk', () => {
  const table = tableOf('a\nb\nc\n', 'a\nx\ny\nc\n', { chosenAfter: { before: 1, after: 1 } })
  const names = [...table.querySelectorAll('tr')].map((row) =>
    row.getAttribute('data-changed-line'),
  )
  expect(names).toEqual([null, 'removed-0', 'added-0', 'added-1', null])
})
