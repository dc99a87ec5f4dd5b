import type { StoreChange } from './use-store-events'

/** Writes, after which no text is withheld that was shown before. */
const WRITES: readonly string[] = ['memory.created', 'memory.modified', 'memory.deleted']

const REDACTIONS: readonly string[] = ['memory_version.redacted', 'memory_versions.rewritten']

/**
 * Returns whether a change may come from an action of this very page, whose answer then carries it.
 * A redaction waits for no answer.
 */
export function mayBeOwn({ type, version }: StoreChange): boolean {
  if (REDACTIONS.includes(type)) return false
  return version === null || !WRITES.includes(type) || version.isByPerson
}

/**
 * Returns whether a change is an ordinary write of another memory than the one that the page's
 * address names; if it names none, of any. `pathBefore`: where the memory stood in the tree.
 */
export function isBeside(
  { type, version }: StoreChange,
  address: Pick<URLSearchParams, 'get'>,
  pathBefore: string | undefined,
): boolean {
  if (!WRITES.includes(type) || version === null) return false
  if (version.memoryId === address.get('memory')) return false
  const named = address.get('path')
  return named === null || (named !== version.path && named !== pathBefore)
}
