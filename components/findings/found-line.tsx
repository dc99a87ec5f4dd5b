import { VisibleLine } from '@/components/content/visible-line'
import type { Finding } from '@/lib/review/model/finding'
import { withShortMasks } from '@/lib/text/masked-line'

/** UTF-16 units of a line that are quoted around a finding. */
const QUOTED = 160

export interface FoundLineProps {
  /**
   * the line as shown: `linesOfFindings` masks its secrets and keeps the column of each character
   */
  line: string
  from: number
  /** exclusive */
  to: number
}

/** The part of a line in which something was found, underlined, with what stands around it. */
export function FoundLine({ line, from, to }: FoundLineProps) {
  const room = Math.max(0, QUOTED - (to - from)) / 2
  const start = Math.max(0, Math.floor(from - room))
  const end = Math.min(line.length, Math.ceil(to + room))
  const before = withShortMasks(line.slice(start, from))
  const found = withShortMasks(line.slice(from, Math.min(to, from + QUOTED)))
  const after = withShortMasks(line.slice(to, end))
  return (
    <>
      {start > 0 ? '…' : null}
      {before === '' ? null : <VisibleLine line={before} />}
      {found === '' ? null : (
        <mark className="bg-transparent text-inherit underline decoration-caution decoration-wavy underline-offset-2">
          <VisibleLine line={found} />
        </mark>
      )}
      {after === '' ? null : <VisibleLine line={after} />}
      {end < line.length ? '…' : null}
    </>
  )
}

/** Returns the columns that a finding covers in the line on which it begins. */
export function rangeIn(line: string, { range }: Finding): { from: number; to: number } {
  const isOneLine = range.fromLine === range.toLine
  return { from: range.fromColumn, to: isOneLine ? range.toColumn : line.length }
}
