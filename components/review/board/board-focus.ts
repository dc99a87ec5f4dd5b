import type { BoardHunk } from './board-hunk'

/** The hunk's element; null: its lines are not on the screen. */
export function elementOf(hunkId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(hunkId)}"]`)
}

/**
 * Moves the focus to a hunk; if its lines are on another page, its row in the list leads there.
 */
export function focusHunk(hunkId: string | undefined): void {
  if (hunkId === undefined) return
  const element = elementOf(hunkId)
  if (!element) {
    document.querySelector<HTMLElement>(`[data-row-of="${CSS.escape(hunkId)}"]`)?.click()
    return
  }
  element.focus({ preventScroll: true })
  showHunk(element)
  // What was decided above it folds with the next frame, and draws it up.
  requestAnimationFrame(() => {
    if (element === document.activeElement) showHunk(element)
  })
}

/** Scrolls a hunk into view; of a long one the beginning, below the head of a page that is sticky. */
function showHunk(element: HTMLElement): void {
  const head = stickyHead()
  const stream = element.closest('.review-stream')?.getBoundingClientRect().top ?? 0
  const top = Math.max(0, stream, head?.getBoundingClientRect().bottom ?? 0)
  if (head) element.style.scrollMarginTop = `${head.offsetHeight + GAP}px`
  element.scrollIntoView({ block: 'nearest' })
  if (element.getBoundingClientRect().top < top) element.scrollIntoView({ block: 'start' })
}

/** The head of the page, if it covers what is scrolled below it. */
function stickyHead(): HTMLElement | null {
  const head = document.querySelector<HTMLElement>('.sheet-head')
  return head && getComputedStyle(head).position === 'sticky' ? head : null
}

/**
 * Returns whether half of a hunk is between the head of the page and a bar, or half of the room there
 * is filled by it: of a long one no end alone, whose name is scrolled away.
 */
export function isInView(hunkId: string, bar: HTMLElement | null): boolean {
  const shown = elementOf(hunkId)?.getBoundingClientRect()
  if (!shown) return false
  const top = Math.max(0, stickyHead()?.getBoundingClientRect().bottom ?? 0)
  const bottom = bar?.getBoundingClientRect().top ?? window.innerHeight
  const seen = Math.min(shown.bottom, bottom) - Math.max(shown.top, top)
  return seen >= Math.min(shown.height, bottom - top) / 2
}

/** Returns whether the focus is on no act and in no field, so that moving it takes nothing away. */
export function mayMoveFocus(): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return true
  return activeElement.matches('[data-hunk], .review-thumb button')
}

/** Between the head of a page and the hunk that it is scrolled to; pixels. */
const GAP = 8

/**
 * Moves the focus to the first open hunk of a page, or to the open one that its address names, unless
 * something of the page has it already.
 */
export function focusOnArrival(open: readonly BoardHunk[]): void {
  const shown = open.filter(({ id }) => elementOf(id) !== null)
  const named = shown.find(({ id }) => isNamedByAddress(id))
  const id = (named ?? shown[0])?.id
  if (id === undefined) return
  const { activeElement } = document
  if (activeElement === null || activeElement.contains(elementOf(id))) focusHunk(id)
}

/** The hunk that holds the focus. */
export function currentHunk(all: readonly BoardHunk[]): BoardHunk | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-hunk]')
  return all.find(({ id }) => id === element?.dataset.hunk)
}

/** Returns whether the page's address led to this hunk. */
export function isNamedByAddress(hunkId: string): boolean {
  return location.hash === `#${hunkId}`
}
