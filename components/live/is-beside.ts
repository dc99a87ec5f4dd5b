import type { StoreChange } from './use-store-events'

/** After one of these no text is withheld that was shown before. */
const WRITES: readonly string[] = ['memory.created', 'memory.modified', 'memory.deleted']

/**
 * Whether a change is an ordinary write of another memory than the one that the page's address
 * names; if it names none, of any. `pathBefore`: where the memory stood in the tree.
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
