// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { focusPointed } from './popover-keys'

function show() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    act(() => root.unmount())
    document.body.replaceChildren()
    vi.unstubAllGlobals()
  })
  act(() =>
    root.render(
      <div role="menu" onPointerMove={focusPointed}>
        <button role="menuitem">
          <b>Keep</b>
        </button>
        <button role="menuitem">
          <b>Revert</b>
        </button>
        <button role="menuitem" aria-disabled="true">
          <b>Edit</b>
        </button>
      </div>,
    ),
  )
}

const point = (words: string, pointerType = 'mouse') =>
  act(() => {
    const part = [...document.querySelectorAll('b')].find(
      ({ textContent }) => textContent === words,
    )
    part?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType }))
  })
const focused = () => document.activeElement?.textContent

test('of a menu one item looks chosen: the one under the pointer has the focus', () => {
  show()
  point('Keep')
  expect(focused()).toBe('Keep')
  point('Revert')
  expect(focused()).toBe('Revert')
})

test('a finger that scrolls chooses nothing, nor does what cannot be chosen', () => {
  show()
  point('Keep')
  point('Revert', 'touch')
  point('Edit')
  expect(focused()).toBe('Keep')
})
