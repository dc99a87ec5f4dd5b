import type { MemoryViewName } from './memory-view-name'

/** Gives the focus to the link of a view of the memory, in `MemoryViews`. */
export function focusView(name: MemoryViewName): void {
  document.querySelector<HTMLElement>(`[data-view="${name}"]`)?.focus()
}
