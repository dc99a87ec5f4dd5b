import type { ReactNode } from 'react'
import { VisibleLine } from '@/components/content/visible-line'
import type { Mark } from '@/lib/text/word-marks'

export interface MarkedTextProps {
  text: string
  marks: readonly Mark[]
  kind: 'removed' | 'added'
}

/** A changed line with its rewritten words marked. */
export function MarkedText({ text, marks, kind }: MarkedTextProps) {
  if (marks.length === 0) return <VisibleLine line={text} />
  const Element = kind === 'removed' ? 'del' : 'ins'
  const parts: ReactNode[] = []
  let offset = 0
  for (const [from, to] of marks) {
    if (from > offset) parts.push(<VisibleLine key={offset} line={text.slice(offset, from)} />)
    parts.push(
      <Element key={`mark-${from}`} className={`no-underline word-${kind}`}>
        <VisibleLine line={text.slice(from, to)} />
      </Element>,
    )
    offset = to
  }
  if (offset < text.length) parts.push(<VisibleLine key={offset} line={text.slice(offset)} />)
  return parts
}
