/**
 * A person's progress in looking at a store: kept by whoever knows the person (their browser today,
 * the server once there is sign-in), and given to whatever tells them what is new.
 */
export interface Seen {
  /** every change up to this one is seen */
  sequence: number
  /** when they looked last, milliseconds since 1970; null: not known */
  at: number | null
  /** memories that they opened since, by id, each with the change up to which it is seen */
  memories: Readonly<Record<string, number>>
}

/** Returns whether a change of a memory is new to a person; on a first visit (null) nothing is. */
export function isNewTo(
  seen: Seen | null,
  change: { memoryId: string; sequence: number },
): boolean {
  if (seen === null) return false
  return change.sequence > Math.max(seen.sequence, seen.memories[change.memoryId] ?? 0)
}

/** Adds that a person has opened a memory as it was after this change. */
export function withSeenMemory(seen: Seen, change: { memoryId: string; sequence: number }): Seen {
  if (!isNewTo(seen, change)) return seen
  return { ...seen, memories: { ...seen.memories, [change.memoryId]: change.sequence } }
}

/** Adds that a person has seen everything up to a change. */
export function withSeenStore(seen: Seen | null, sequence: number, at: number): Seen {
  const upTo = Math.max(seen?.sequence ?? 0, sequence)
  const later = Object.entries(seen?.memories ?? {}).filter(([, seenUpTo]) => seenUpTo > upTo)
  return { sequence: upTo, at, memories: Object.fromEntries(later) }
}

/**
 * Returns where "you looked" stands in rows of changes, newest first: before the row at this index.
 * Null on a first visit, and if nothing is newer. A row that was seen in part is new.
 */
export function seenLineIn(
  rows: readonly { lastSequence: number }[],
  seen: Seen | null,
): number | null {
  if (seen === null) return null
  const index = rows.findIndex(({ lastSequence }) => lastSequence <= seen.sequence)
  const line = index === -1 ? rows.length : index
  return line === 0 ? null : line
}
