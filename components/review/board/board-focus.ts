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
  element.scrollIntoView({ block: 'nearest' })
}

/** The hunk that holds the focus. */
export function currentHunk(all: readonly BoardHunk[]): BoardHunk | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-hunk]')
  return all.find(({ id }) => id === element?.dataset.hunk)
}
