import type { HunkFinding } from '@/lib/review/model/changeset'

/**
 * Which columns of an added line belong to what was found, which may go on over several lines: from
 * the first to before the second; null: none.
 */
export function foundColumns(
  { line: first, from, to, toLine = first, toColumn = to }: HunkFinding,
  { after, text }: { after: number; text: string },
): readonly [number, number] | null {
  if (after < first || after > toLine) return null
  const start = after === first ? from : 0
  const end = after === toLine ? toColumn : text.length
  return after > first && end === 0 ? null : [start, end]
}
