'use client'

import { useEffect } from 'react'

/** A search holds nothing that a key of the page would lose. */
const FORMS = 'form:not([role="search"])'

/**
 * Fields that can hold something to lose: a form without them, as around a switch or boxes to tick,
 * is a part of the page.
 */
const FIELDS = 'input:not([type="hidden"], [type="checkbox"]), textarea, select'

/** Layers that are open above a page. */
const ABOVE = 'dialog[open], [role="dialog"], :popover-open'

/**
 * Returns whether a key that is pressed is the page's: nobody acted on it yet, nothing is open
 * above the page, and the focus is in no form with fields, which has keys of its own and something
 * to lose.
 */
export function isForPage(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !isInForm(event.target) && !document.querySelector(ABOVE)
}

/** Returns whether it is a single key of the page: without a modifier but Shift, and not typed. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return false
  return isForPage(event)
}

export function isInForm(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest(FORMS) : null
  return form?.querySelector(FIELDS) != null
}

/** Returns whether a key pressed there is typed text rather than a command. */
export function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable], .monaco-editor',
    ) !== null
  )
}

/**
 * Returns whether no control has the focus, but only the content as a whole: the keys are the
 * page's.
 */
export function isNothingFocused(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.id === 'main'
}

/** Elements in which letters keep choosing from a list. */
const CHOOSING = '[role="menu"], [role="listbox"], [role="combobox"]'

/**
 * Returns whether the key chooses or confirms what is being composed: Escape leaves no field then, and
 * Enter sends nothing. Safari says so of the last one by its code alone (webkit.org/b/165004). Monaco
 * asks that itself.
 */
function isOfInputMethod({ isComposing, keyCode, target }: KeyboardEvent): boolean {
  if (target instanceof Element && target.closest('.monaco-editor')) return false
  return isComposing || keyCode === 229
}

/**
 * Keeps the keys of an input method from the page, and letters and signs without a modifier from every
 * shortcut, if the person switched these off: who speaks to the computer, or whose fingers slip, would
 * do things that they did not mean. Where the layout has no Latin letters, the one that stands on the
 * key is pressed instead.
 */
export function SingleKeys() {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isOfInputMethod(event)) return event.stopImmediatePropagation()
      if (event.key.length !== 1 || event.key === ' ' || !event.isTrusted) return
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return
      if (event.target instanceof Element && event.target.closest(CHOOSING)) return
      if (document.documentElement.dataset.singleKeys === 'off') {
        event.stopImmediatePropagation()
        return
      }
      const [, letter] = /^Key([A-Z])$/.exec(event.code) ?? []
      if (
        letter === undefined ||
        !/^\p{L}$/u.test(event.key) ||
        /\p{Script=Latin}/u.test(event.key)
      ) {
        return
      }
      event.stopImmediatePropagation()
      event.preventDefault()
      const { code, shiftKey, repeat } = event
      const key = shiftKey ? letter : letter.toLowerCase()
      const latin = { key, code, shiftKey, repeat, bubbles: true, cancelable: true, composed: true }
      event.target?.dispatchEvent(new KeyboardEvent('keydown', latin))
    }
    // Before every other listener, wherever it is.
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
  return null
}
