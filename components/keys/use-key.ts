import { useLayoutEffect, useRef } from 'react'
import { followed } from '@/components/live/followed'
import type { Stroke } from './kbd'
import { isForPage, isTextInput } from './page-key'

export interface KeyOptions {
  /** whether it does something now; what is not is in no list */
  when?: boolean
  /** whether it acts while somebody writes; without it, fields keep the key to themselves */
  inForms?: boolean
  /** whether the key bar shows it */
  bar?: boolean
}

/** A key that does something on the page as it is now. */
export interface BoundKey {
  stroke: Stroke
  /** what it does, in a word or two */
  label: string
  run: () => void
  isInBar: boolean
  inForms: boolean
}

/** In the order of their binding; of several on a stroke the last does it, as a toast does before the page. */
const bound = followed<readonly BoundKey[]>([])

function bind(key: BoundKey): () => void {
  // A second time it does nothing.
  document.addEventListener('keydown', press)
  bound.set([...bound.now(), key])
  return () => bound.set(bound.now().filter((each) => each !== key))
}

/** Strokes that go on while they are held. */
const WALKS = /^(?:j|k|arrow.*)$/

/** Does what is bound to a key that is pressed, if it is pressed for the page. */
function press(event: KeyboardEvent): void {
  const stroke = strokeOf(event)
  const key = bound.now().findLast((each) => each.stroke === stroke)
  if (!key || event.isComposing || (event.repeat && !WALKS.test(key.stroke))) return
  if (isKeyOfControl(key.stroke, event.target)) return
  const isTyped = !key.stroke.includes('mod+') && isTextInput(event.target)
  if (key.inForms ? event.defaultPrevented : !isForPage(event) || isTyped) return
  event.preventDefault()
  key.run()
}

/**
 * By letter, not by place. Signs need Shift or AltGr on some keyboards and not on others; where AltGr is
 * Ctrl and Alt, it says so itself. With a letter it writes another one, and is no key of the page.
 */
function strokeOf(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const name = key === ' ' ? 'space' : key.toLowerCase()
  const isMod = ctrlKey || metaKey
  const isAltGraph = event.getModifierState('AltGraph')
  if (/^[^\p{L}\p{N}]$/u.test(name)) return (isMod || altKey) && !isAltGraph ? null : name
  return altKey || isAltGraph ? null : `${isMod ? 'mod+' : ''}${shiftKey ? 'shift+' : ''}${name}`
}

/**
 * A key does an act while this component is on the page. Key bar, `?`, palette and tooltips read what
 * is registered; there is no other table. `act` may be another at each render.
 */
export function useKey(stroke: Stroke, label: string, act: () => void, on: KeyOptions = {}): void {
  const { when = true, inForms = false, bar = false } = on
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  useLayoutEffect(() => {
    if (!when) return
    return bind({ stroke, label, run: () => latest.current(), isInBar: bar, inForms })
  }, [stroke, label, when, inForms, bar])
}

/** What uses the key itself while it has the focus. A row ticks on Space; it opens on Enter by itself. */
function isKeyOfControl(stroke: Stroke, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (stroke === 'enter') return target.closest('a, button, summary, input, select') !== null
  if (stroke === 'space') {
    return (
      target.closest('[data-row]') === null && target.closest('button, summary, input') !== null
    )
  }
  return (
    stroke.startsWith('arrow') &&
    target.closest(
      'input:not([type="range"]), select, textarea, [role="separator"], [role="tree"], [role="application"]',
    ) !== null
  )
}

/** The keys that do something now, in the order of their binding; of several acts on a stroke the last. */
export function useBoundKeys(): readonly BoundKey[] {
  const keys = bound.useValue()
  return keys.filter((key) => keys.findLast(({ stroke }) => stroke === key.stroke) === key)
}
