/** A memory's views, in the order of their tabs. */
export const MEMORY_VIEW_NAMES = ['content', 'preview', 'agent', 'blame', 'reads', 'edit'] as const

export type MemoryViewName = (typeof MEMORY_VIEW_NAMES)[number]

/** Reads the view from an address; the content by default. */
export function memoryViewName(value: unknown): MemoryViewName {
  return MEMORY_VIEW_NAMES.find((name) => name === value) ?? 'content'
}
