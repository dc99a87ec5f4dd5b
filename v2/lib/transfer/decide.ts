import { mergeTexts } from '@/lib/text/merge'

/** One side of a comparison: what a source or a store holds at a path. */
export interface Side {
  sha256: string
}

export type Conflict = 'gone_and_changed' | 'changed_and_deleted' | 'other_text' | 'same_lines'

export type Decision =
  | { kind: 'create' | 'replace' | 'delete' | 'same' | 'keep' }
  /** both changed: it is a conflict unless their texts merge */
  | { kind: 'merge' }
  | { kind: 'conflict'; reason: Conflict }

/**
 * The three-way rule over what a source gave last (`base`), what the store holds (`head`) and what the
 * source has now; null for a side with nothing. Nothing that was written in the store is lost by it.
 */
export function decide(base: Side | null, head: Side | null, source: Side | null): Decision {
  const isSame = (one: Side | null, other: Side | null) => one?.sha256 === other?.sha256
  if (isSame(head, source)) return { kind: 'same' }
  if (base && isSame(source, base)) return { kind: 'keep' }
  if (!source) {
    if (!base) return { kind: 'keep' }
    return isSame(head, base)
      ? { kind: 'delete' }
      : { kind: 'conflict', reason: 'gone_and_changed' }
  }
  if (!head) return base ? { kind: 'conflict', reason: 'changed_and_deleted' } : { kind: 'create' }
  if (!base) return { kind: 'conflict', reason: 'other_text' }
  return isSame(head, base) ? { kind: 'replace' } : { kind: 'merge' }
}

/** What both changes come to; null: they are in the same lines, or a text is gone. */
export function merged(base: string | null, head: string | null, source: string): string | null {
  if (base === null || head === null) return null
  const both = mergeTexts({ base, ours: head, theirs: source })
  return both.clean ? both.text : null
}
