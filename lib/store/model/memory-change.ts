/** A memory's path and content, in brief. */
export interface MemorySummary {
  path: string
  /** lower-case hex of the content's bytes */
  sha256: string
  /** bytes of UTF-8 */
  size: number
}

/** The same for a version. */
export interface VersionSummary extends MemorySummary {
  versionId: string
  /** the version's sequence */
  sequence: number
}

/** A memory's path and text. */
export interface MemoryText {
  path: string
  content: string
}

/**
 * The change that was made, or would be made, to one memory: between two moments, by a call, by
 * undoing. The caller chooses by `Side` how much is known of each side; null where the memory did
 * not, or would not, exist.
 */
export interface MemoryChange<Side extends MemorySummary | MemoryText> {
  memoryId: string
  before: Side | null
  after: Side | null
}

type AnyChange = MemoryChange<MemorySummary | MemoryText>

/** A memory that was renamed and updated at once counts as renamed. */
export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted'

/** The kind of a change; null: none, both sides are equal. */
export function kindOf({ before, after }: AnyChange): ChangeKind | null {
  if (!before) return after ? 'created' : null
  if (!after) return 'deleted'
  if (before.path !== after.path) return 'renamed'
  return contentOf(before) === contentOf(after) ? null : 'modified'
}

/** Returns what to compare in order to tell whether content changed: its hash, or else the text. */
function contentOf(side: MemorySummary | MemoryText): string {
  return 'sha256' in side ? side.sha256 : side.content
}

/** The inverse change. */
export function reversed<Change extends AnyChange>(change: Change): Change {
  return { ...change, before: change.after, after: change.before }
}

/**
 * The net effect of several consecutive changes: one per memory, with its first and its last side.
 * Memories that ended as they began are left out.
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

/** The path that a change is listed under: the memory's current one, or its last. */
export function pathOf({ before, after }: AnyChange): string {
  return (after ?? before)?.path ?? ''
}

/** Compares two changes to sort them by path. */
export function byPath(one: AnyChange, other: AnyChange): number {
  const [path, otherPath] = [pathOf(one), pathOf(other)]
  return path === otherPath ? 0 : path < otherPath ? -1 : 1
}
