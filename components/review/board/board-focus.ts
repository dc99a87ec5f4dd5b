import type { BoardHunk } from './board-hunk'

/** The hunk's element; null: its lines are not on the screen. */
export function elementOf(hunkId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(hunkId)}"]`)
}

/** Moves the focus to a hunk, if it is on the page. */
export function focusHunk(hunkId: string | undefined): void {
  const element = hunkId === undefined ? null : elementOf(hunkId)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

/** The hunk that holds the focus. */
export function currentHunk(shown: readonly BoardHunk[]): BoardHunk | undefined {
  const element = document.activeElement?.closest<HTMLElement>('[data-hunk]')
  return shown.find(({ id }) => id === element?.dataset.hunk)
}

/** Returns whether a hunk is the first of its memory. */
export function isFirst(hunks: readonly BoardHunk[], hunk: BoardHunk): boolean {
  return hunks.find(({ memoryId }) => memoryId === hunk.memoryId) === hunk
}
