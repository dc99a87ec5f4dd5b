import { mergeTexts } from '@/lib/text/merge'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The action of a seeding on a path. */
export type SeedAction =
  | 'create'
  | 'replace'
  | 'rename'
  | 'delete'
  /** both sides changed, and the changes merge */
  | 'merge'
  /** the store has it already */
  | 'unchanged'
  /** only the store changed it since the last seeding */
  | 'keep'
  | 'conflict'
  | 'skip'

export interface Side {
  sha256: string
  /** called only when the texts themselves must be compared */
  text: () => Promise<string | null>
}

export type Decision =
  | { action: 'create' | 'replace' | 'delete' | 'unchanged' | 'keep' }
  | { action: 'merge'; text: string }
  | { action: 'conflict'; reason: SeedReason }

/**
 * The three-way rule over what the seed last wrote (`base`), what the store holds (`head`) and what
 * the source has now (`source`); null for a side with nothing. Never loses anything that was
 * written in the store.
 */
export async function decide(sides: {
  base: Side | null
  head: Side | null
  source: Side | null
}): Promise<Decision> {
  const { base, head, source } = sides
  const isSame = (one: Side | null, other: Side | null) => one?.sha256 === other?.sha256
  if (isSame(head, source)) return { action: 'unchanged' }
  if (base && isSame(source, base)) return { action: 'keep' }
  if (!source) {
    return isSame(head, base)
      ? { action: 'delete' }
      : { action: 'conflict', reason: { code: 'gone_and_changed' } }
  }
  if (!head) {
    return base
      ? { action: 'conflict', reason: { code: 'changed_and_deleted' } }
      : { action: 'create' }
  }
  if (!base) return { action: 'conflict', reason: { code: 'other_text' } }
  if (isSame(head, base)) return { action: 'replace' }
  const [baseText, ours, theirs] = await Promise.all([base.text(), head.text(), source.text()])
  const merged =
    baseText === null || ours === null || theirs === null
      ? null
      : mergeTexts({ base: baseText, ours, theirs })
  return merged?.clean
    ? { action: 'merge', text: merged.text }
    : { action: 'conflict', reason: { code: 'same_lines' } }
}
