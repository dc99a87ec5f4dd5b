import type { LineHunk } from '@/lib/text/line-hunks'

/**
 * The kinds of hunks: lines that were removed, added or replaced, or a change of the memory's path.
 * A created or deleted memory is one hunk with all its lines.
 */
export type HunkKind = 'lines' | 'created' | 'deleted' | 'renamed'

/** A single change that a changeset made to a memory, and that a person decides about. */
export interface Hunk extends LineHunk {
  kind: HunkKind
}

/** A hunk as its changeset's page and the API name it. */
export interface HunkName extends Hunk {
  memoryId: string
  /** the sequence of the changeset's version of the memory that it was computed for */
  through: number
}

export type Decision = 'accepted' | 'rejected' | 'edited'

/** The name of a hunk in one word: it holds positions only. */
export function hunkId({ memoryId, through, ...hunk }: HunkName): string {
  const { kind, beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  return [memoryId, through, kind, beforeFrom, beforeCount, afterFrom, afterCount].join('.')
}

const FORM =
  /^(mem_[0-9A-Za-z]+)\.(\d+)\.(lines|created|deleted|renamed)\.(\d+)\.(\d+)\.(\d+)\.(\d+)$/

/** The inverse of `hunkId`; null for a text that names no hunk. */
export function parseHunkId(id: string): HunkName | null {
  const found = FORM.exec(id)
  if (!found) return null
  const [, memoryId = '', through, kind, ...positions] = found
  const [beforeFrom = 0, beforeCount = 0, afterFrom = 0, afterCount = 0] = positions.map(Number)
  return {
    memoryId,
    through: Number(through),
    kind: kind as HunkKind,
    beforeFrom,
    beforeCount,
    afterFrom,
    afterCount,
  }
}

/** Returns whether two hunks are the same one in the same comparison. */
export function isSameHunk(one: Hunk, other: Hunk): boolean {
  return (
    one.kind === other.kind &&
    one.beforeFrom === other.beforeFrom &&
    one.beforeCount === other.beforeCount &&
    one.afterFrom === other.afterFrom &&
    one.afterCount === other.afterCount
  )
}
