/** Where a memory is and what it holds, in few words. */
export interface MemorySummary {
  path: string
  /** lower-case hex of the content's bytes */
  sha256: string
  /** bytes of UTF-8 */
  size: number
}

/** The same of a version. */
export interface VersionSummary extends MemorySummary {
  versionId: string
  /** the version's number among the store's changes */
  sequence: number
}

/** Where a memory is and its text. */
export interface MemoryText {
  path: string
  content: string
}

/**
 * What became of one memory, or would: between two moments, by a call, by undoing. How much is known
 * of a side is the caller's choice of `Side`; null where the memory was not, or would not be, there.
 */
export interface MemoryChange<Side extends MemorySummary | MemoryText> {
  memoryId: string
  before: Side | null
  after: Side | null
}

type AnyChange = MemoryChange<MemorySummary | MemoryText>

/** A memory that moved and got another content at once was renamed. */
export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted'

/** What kind of change it is; null: none, both sides are the same. */
export function kindOf({ before, after }: AnyChange): ChangeKind | null {
  if (!before) return after ? 'created' : null
  if (!after) return 'deleted'
  if (before.path !== after.path) return 'renamed'
  return contentOf(before) === contentOf(after) ? null : 'modified'
}

/** What is compared to tell whether a content changed: its hash, or else the text. */
function contentOf(side: MemorySummary | MemoryText): string {
  return 'sha256' in side ? side.sha256 : side.content
}

/** The change that takes it back. */
export function reversed<Change extends AnyChange>(change: Change): Change {
  return { ...change, before: change.after, after: change.before }
}

/**
 * What several changes, in the order in which they were made, came to: one for each memory, with its
 * first and its last side. What ended as it began is not among them.
 */
export function squash<Side extends MemorySummary | MemoryText>(
  changes: readonly MemoryChange<Side>[],
): MemoryChange<Side>[] {
  const byMemory = new Map<string, MemoryChange<Side>>()
  for (const { memoryId, before, after } of changes) {
    const first = byMemory.get(memoryId)
    byMemory.set(memoryId, { memoryId, before: first ? first.before : before, after })
  }
  return [...byMemory.values()].filter((change) => kindOf(change) !== null)
}

/** The path that a change is listed under: where the memory is now, or was last. */
export function pathOf({ before, after }: AnyChange): string {
  return (after ?? before)?.path ?? ''
}

/** Compares two changes for a list in the order of their paths. */
export function byPath(one: AnyChange, other: AnyChange): number {
  const [path, otherPath] = [pathOf(one), pathOf(other)]
  return path === otherPath ? 0 : path < otherPath ? -1 : 1
}
