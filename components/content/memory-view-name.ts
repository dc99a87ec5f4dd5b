/** The ways to look at a memory, in the order of their tabs. */
export const MEMORY_VIEW_NAMES = ['content', 'preview', 'agent', 'blame', 'reads', 'edit'] as const

export type MemoryViewName = (typeof MEMORY_VIEW_NAMES)[number]

/** Of an address; the content unless it names another. */
export function memoryViewName(value: unknown): MemoryViewName {
  return MEMORY_VIEW_NAMES.find((name) => name === value) ?? 'content'
}
