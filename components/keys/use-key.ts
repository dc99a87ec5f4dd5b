import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Options, useHotkeys, useHotkeysContext } from 'react-hotkeys-hook'
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

/** What is bound to a stroke; the last does it, as a toast does before the page. */
const bound = new Map<Stroke, BoundKey[]>()

function bind(key: BoundKey): () => void {
  const { stroke } = key
  bound.set(stroke, [...(bound.get(stroke) ?? []), key])
  return () => void bound.set(stroke, bound.get(stroke)?.filter((each) => each !== key) ?? [])
}

/** Strokes that go on while they are held. */
const WALKS = /^(?:j|k|arrow.*)$/

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
  const metadata = useMemo(
    () =>
      ({ stroke, label, run: () => latest.current(), isInBar: bar, inForms }) satisfies BoundKey,
    [stroke, label, bar, inForms],
  )
  useLayoutEffect(() => (when ? bind(metadata) : undefined), [metadata, when])
  const isSign = /^[^\p{L}\p{N}]$/u.test(stroke)
  const hasModifier = stroke.includes('mod+')
  const isIgnored = (event: KeyboardEvent) => {
    if (bound.get(stroke)?.at(-1) !== metadata) return true
    if (event.isComposing || (event.repeat && !WALKS.test(stroke))) return true
    if (isSign && (event.ctrlKey || event.metaKey || event.altKey)) return true
    if (isKeyOfControl(stroke, event.target)) return true
    if (inForms) return event.defaultPrevented
    return !isForPage(event) || (!hasModifier && isTextInput(event.target))
  }
  const options: Options = {
    // By letter, not by place; a space has no other name than that of its place.
    useKey: stroke !== 'space',
    // A comma is a key.
    delimiter: '|',
    // Signs need Shift on some keyboards and not on others.
    ignoreModifiers: isSign,
    enabled: when,
    enableOnFormTags: true,
    enableOnContentEditable: true,
    preventDefault: true,
    ignoreEventWhen: isIgnored,
    description: label,
    metadata,
  }
  useHotkeys(stroke, () => latest.current(), options)
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
      'input, select, textarea, [role="separator"], [role="tree"], [role="application"]',
    ) !== null
  )
}

/** The keys that do something now, in the order of their binding; of several acts on a stroke the last. */
export function useBoundKeys(): readonly BoundKey[] {
  const { hotkeys } = useHotkeysContext()
  const keys = hotkeys.flatMap(({ metadata }) =>
    metadata === undefined ? [] : [metadata as unknown as BoundKey],
  )
  return keys.filter((key) => keys.findLast(({ stroke }) => stroke === key.stroke) === key)
}
