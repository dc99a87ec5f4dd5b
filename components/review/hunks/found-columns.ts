import type { HunkFinding } from '@/lib/review/model/changeset'

/**
 * Returns the columns of an added line that a finding covers, which may extend over several lines:
 * from the first to before the second. Null: none.
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
