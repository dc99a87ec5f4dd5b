import type { SyntaxToken } from '@/lib/text/syntax'
import { visibleRuns } from '@/lib/text/visible-text'
import { VisibleLine } from './visible-line'

export interface SyntaxLineProps {
  line: string
  /** the parts of the line, for their colour; omit for none */
  tokens: readonly SyntaxToken[] | undefined
}

/** A line, coloured within an element of class `syn`; plain if it hides anything. */
export function SyntaxLine({ line, tokens }: SyntaxLineProps) {
  const isPlain = tokens?.every(({ kind }) => kind === null)
  if (!tokens || isPlain || visibleRuns(line).some(({ label }) => label !== null)) {
    return <VisibleLine line={line} />
  }
  return tokens.map(({ text, kind }, index) =>
    kind === null ? (
      text
    ) : (
      <span key={index} className={kind}>
        {text}
      </span>
    ),
  )
}
