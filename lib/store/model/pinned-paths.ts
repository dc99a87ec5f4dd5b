/**
 * Pinned: what agents' tools read first, by the customs of those that write it. An agent that
 * changes it changes what every later session begins with. It never expires (review page).
 */
export const PINNED_PATHS: readonly string[] = [
  '/MEMORY.md',
  '/AGENTS.md',
  '/CLAUDE.md',
  '/README.md',
]

/** Whether any of these paths is pinned; null: none there. */
export function isPinned(...paths: readonly (string | null | undefined)[]): boolean {
  return paths.some((path) => path != null && PINNED_PATHS.includes(path))
}
