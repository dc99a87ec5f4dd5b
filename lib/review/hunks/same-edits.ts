import { SCAN_RULES } from '@/lib/scan/rules'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { linesWithEnds } from '@/lib/text/line-hunks'
import type { Reason } from '../model/attention'
import type { ReviewedHunk } from '../changesets/changeset-memories'

/** Numbers by which new memories with the same text may differ. */
const NUMBERS = /\d+(?:[.,:]\d+)*/g

/** Reasons that are about what else there is, and say nothing of the edit. */
const OF_OTHERS: readonly Reason[] = ['first_write', 'near_duplicate']

/**
 * The shape of a hunk's edit, told without its text: only hunks of equal shapes may be the same edit
 * and be decided alike. Null: it is decided by itself, because what was found in it asks for an
 * answer of its own, or because it is about its path.
 */
export function shapeOfEdit({
  kind,
  reasons,
  findings,
  verdict,
  ...hunk
}: ReviewedHunk): string | null {
  const isGrave = findings.some(({ rule }) => SCAN_RULES[rule].category !== 'hygiene')
  if (kind === 'renamed' || isGrave) return null
  const { beforeCount, afterCount, size } = hunk
  const named = reasons.filter((reason) => !OF_OTHERS.includes(reason)).toSorted()
  const decided = verdict && [verdict.decision, verdict.isApplied, verdict.by.id, verdict.content]
  // Of other numbers the size is another, too.
  const sized = kind === 'created' ? null : size
  return JSON.stringify([kind, beforeCount, afterCount, sized, named, decided])
}

/**
 * The edit that a hunk of this change makes: hunks of one shape with equal ones are the same, and
 * of new memories those that differ in numbers only.
 */
export function editOf(
  { kind, beforeFrom, beforeCount, afterFrom, afterCount }: ReviewedHunk,
  { before, after }: Pick<MemoryChange<MemoryText>, 'before' | 'after'>,
): string {
  const lines = (text: string, from: number, count: number) =>
    linesWithEnds(text)
      .slice(from, from + count)
      .join('')
  const removed = lines(before?.content ?? '', beforeFrom, beforeCount)
  const added = lines(after?.content ?? '', afterFrom, afterCount)
  return JSON.stringify([removed, kind === 'created' ? added.replace(NUMBERS, '0') : added])
}
