// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { mapHtml, type MapHtmlOptions } from './map-html'
import type { SentMap } from './sent-map'

const options: MapHtmlOptions = {
  at: '&at=7',
  words: {
    size: (bytes) => `${bytes} B`,
    count: (count) => `${count} memories`,
    topLevel: 'Top level',
    hatched: 'never read',
  },
}

function mapOf(map: SentMap): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = mapHtml(map, options)
  return element
}

test('each memory is a link to it that says its size, and whether it was ever read', () => {
  const map = mapOf({
    folders: [
      {
        path: '/notes/',
        memories: [
          ['a.md', 100, 0],
          ['old/b.md', 50, 5, 1],
        ],
      },
      { path: '/', memories: [['c.md', 0, 2]] },
    ],
  })
  const cells = [...map.querySelectorAll<HTMLAnchorElement>('a.map-cell')]
  expect(cells.map((cell) => cell.getAttribute('href'))).toEqual([
    '?path=%2Fnotes%2Fa.md&at=7',
    '?path=%2Fnotes%2Fold%2Fb.md&at=7',
    '?path=%2Fc.md&at=7',
  ])
  expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual([
    '/notes/a.md, 100 B',
    '/notes/old/b.md, 50 B, never read',
    '/c.md, 0 B',
  ])
  expect(cells.map((cell) => cell.querySelector('.hatched') !== null)).toEqual([false, true, false])
  expect([...map.querySelectorAll('.map-folder > p')].map((each) => each.textContent)).toEqual([
    'notes 2',
    'Top level 1',
  ])
})

test('of many memories there are the directories, which filter the tree', () => {
  const map = mapOf({
    directories: [
      ['/notes/', 100, 0, 3],
      ['/old/', 50, 5, 1, 1],
    ],
  })
  const cells = [...map.querySelectorAll('a.map-cell')]
  expect(cells.map((cell) => cell.getAttribute('href'))).toEqual([
    '?filter=%2Fnotes%2F&at=7',
    '?filter=%2Fold%2F&at=7',
  ])
  expect(cells[0]?.getAttribute('aria-label')).toBe('/notes/, 3 memories, 100 B')
})

test('whatever a path holds is only text in its area', () => {
  const name = `<script>"'&.md`
  const map = mapOf({ folders: [{ path: '/<b>/', memories: [[name, 10, 0]] }] })
  expect(map.querySelector('script, b')).toBeNull()
  expect(map.querySelector('a')?.getAttribute('aria-label')).toBe(`/<b>/${name}, 10 B`)
  expect(map.querySelector('a')?.textContent).toBe(name)
})
