// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerKeys } from './answer-keys'

let root: Root
const clicked: string[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clicked.length = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const press = (key: string) =>
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))

const noteClick = (name: string) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  clicked.push(name)
}

test('once E leads to where a write is edited, what is typed after it answers nothing here', () => {
  act(() =>
    root.render(
      <div className="inbox-preview">
        <AnswerKeys />
        <button aria-keyshortcuts="a" onClick={noteClick('allow')} />
        <a href="#edit" aria-keyshortcuts="e" onClick={noteClick('edit')} />
      </div>,
    ),
  )
  for (const key of 'ea banana') press(key)
  expect(clicked).toEqual(['edit'])
})
