import type { ReviewedMemory } from './changeset-memories'

/** Characters of removed and added lines up to which a changeset is shown line by line. */
const MAX_SHOWN = 10_000_000

/** Whether a changeset is too large to be shown by lines, and is decided a memory at a time. */
export function isShownByMemory(memories: readonly Pick<ReviewedMemory, 'hunks'>[]): boolean {
  let size = 0
  for (const { hunks } of memories) {
    for (const hunk of hunks) size += hunk.size ?? 0
    if (size > MAX_SHOWN) return true
  }
  return false
}
