import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { lineHash, lineRange } from '@/lib/text/lines'

/**
 * Wraps lines whose rows have ids as of `#L7` and whose numbers are links: highlights those that
 * the address names, `#L7` or `#L10-L20`, and scrolls them into view in their own pane only. A
 * click on a number selects its line, Shift extends the selection; the arrow keys move between
 * numbers, with Shift they select. Without a script they are plain links.
 */
export function LineMarks({ children }: { children: ReactNode }) {
  const t = useTranslations('Lines')
  const root = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const choose = (line: number, isExtended: boolean) => {
    const from = isExtended ? (anchorOf(root.current) ?? line) : line
    if (!isExtended && root.current) root.current.dataset.anchor = String(line)
    const hash = lineHash(from, line)
    window.history.pushState(null, '', hash)
    if (root.current) mark(root.current)
    const range = lineRange(hash)
    if (range && range.from < range.to) setSaid(t('chosenMany', { ...range }))
    else setSaid(t('chosenOne', { line }))
  }
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = numberOf(event.target)
    if (!link || event.ctrlKey || event.metaKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    // Extending by pointer must not select the text in between.
    if (event.shiftKey) window.getSelection()?.removeAllRanges()
    step(root.current, link)
    choose(Number(link.dataset.line), event.shiftKey)
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const link = numberOf(event.target)
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return
    const next = reached(root.current, link, event.key)
    if (!next) return
    event.preventDefault()
    step(root.current, next)
    next.focus({ preventScroll: true })
    next.scrollIntoView({ block: 'nearest' })
    if (event.shiftKey) choose(Number(next.dataset.line), true)
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    element.dataset.scripted = ''
    const onHash = () => {
      mark(element)
      show(element)
    }
    onHash()
    // Lines added later, as the memory changes, are highlighted too.
    const observer = new MutationObserver(() => mark(element))
    const ended = new AbortController()
    const { signal } = ended
    observer.observe(element, { childList: true, subtree: true })
    window.addEventListener('hashchange', onHash, { signal })
    element.addEventListener('click', (event) => onClick(event), { signal })
    element.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    signal.addEventListener('abort', () => observer.disconnect())
    return () => ended.abort()
  }, [])

  return (
    <div ref={root}>
      {children}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const LINES = 'li[id^="L"]'
const NUMBERS = 'a[data-line]'

function numberOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>(NUMBERS) : null
}

/**
 * Returns the line at which an extended selection starts: the one selected last, else the
 * address's.
 */
function anchorOf(root: HTMLElement | null): number | null {
  const chosen = root?.dataset.anchor
  return chosen === undefined ? (lineRange(window.location.hash)?.from ?? null) : Number(chosen)
}

/** The number that a key moves to. */
function reached(
  root: HTMLElement | null,
  from: HTMLAnchorElement,
  key: string,
): HTMLAnchorElement | undefined {
  const all = [...(root?.querySelectorAll<HTMLAnchorElement>(NUMBERS) ?? [])]
  const at = all.indexOf(from)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key]
  return to === undefined ? undefined : all[to]
}

/** Makes a number the tab stop. */
function step(root: HTMLElement | null, to: HTMLAnchorElement): void {
  for (const link of root?.querySelectorAll<HTMLAnchorElement>(`${NUMBERS}[tabindex="0"]`) ?? []) {
    link.tabIndex = -1
  }
  to.tabIndex = 0
}

function mark(root: HTMLElement): void {
  const range = lineRange(window.location.hash)
  for (const row of root.querySelectorAll(LINES)) {
    const line = Number(row.id.slice(1))
    const isMarked = range !== null && line >= range.from && line <= range.to
    row.toggleAttribute('data-marked', isMarked)
    const link = row.querySelector(NUMBERS)
    if (isMarked) link?.setAttribute('aria-current', 'location')
    else link?.removeAttribute('aria-current')
  }
}

/** Highlighted lines start this far down the pane. */
const SHARE = 0.25

/** Scrolls the first highlighted line into view, and makes it the tab stop; without one the first number is. */
function show(root: HTMLElement): void {
  const row = root.querySelector<HTMLElement>('[data-marked]')
  const link = row?.querySelector<HTMLAnchorElement>(NUMBERS)
  if (!row) {
    // A difference may begin with lines that have no number to go to. Not the one beside what unfolds
    // them: a finger would hit both.
    const [apart, any] = [`li + li > ${NUMBERS}`, NUMBERS].map((which) =>
      root.querySelector<HTMLAnchorElement>(which),
    )
    const stop = apart ?? any
    if (stop && !root.querySelector(`${NUMBERS}[tabindex="0"]`)) step(root, stop)
    return
  }
  if (link) step(root, link)
  const pane = scrollerOf(root)
  const top = pane === document.scrollingElement ? 0 : pane.getBoundingClientRect().top
  pane.scrollTop += row.getBoundingClientRect().top - top - pane.clientHeight * SHARE
}

/** The scroller of the lines: a pane, or on a phone the page. */
function scrollerOf(root: HTMLElement): Element {
  for (let each = root.parentElement; each; each = each.parentElement) {
    const { overflowY } = getComputedStyle(each)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && each.scrollHeight > each.clientHeight) return each
  }
  return document.scrollingElement ?? document.documentElement
}
