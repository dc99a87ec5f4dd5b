import type { MemoryViewName } from './memory-view-name'

/** Focuses the link of a view of the memory, in `MemoryViews`. */
export function focusView(name: MemoryViewName): void {
  document.querySelector<HTMLElement>(`[data-view="${name}"]`)?.focus()
}
