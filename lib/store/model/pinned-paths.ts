import { foldedPath } from '@/lib/text/folded-path'

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

const FOLDED = new Set(PINNED_PATHS.map(foldedPath))

/**
 * Returns whether any of these paths is pinned, in whatever spelling of its name; null: no path.
 */
export function isPinned(...paths: readonly (string | null | undefined)[]): boolean {
  return paths.some((path) => path != null && FOLDED.has(foldedPath(path)))
}
