import type { ReactNode } from 'react'
import { SyntaxLine } from '@/components/content/syntax-line'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax'
import type { Mark } from '@/lib/text/word-marks'

export interface MarkedTextProps {
  text: string
  marks: readonly Mark[]
  tokens: readonly SyntaxToken[] | undefined
  kind: 'removed' | 'added'
}

/** A changed line with its rewritten words marked. */
export function MarkedText({ text, marks, tokens, kind }: MarkedTextProps) {
  if (marks.length === 0) return <SyntaxLine line={text} tokens={tokens} />
  const Element = kind === 'removed' ? 'del' : 'ins'
  const part = (from: number, to: number) => (
    <SyntaxLine
      key={from}
      line={text.slice(from, to)}
      tokens={tokens && tokensWithin(tokens, from, to)}
    />
  )
  const parts: ReactNode[] = []
  let offset = 0
  for (const [from, to] of marks) {
    if (from > offset) parts.push(part(offset, from))
    parts.push(
      <Element key={`mark-${from}`} className={`no-underline word-${kind}`}>
        {part(from, to)}
      </Element>,
    )
    offset = to
  }
  if (offset < text.length) parts.push(part(offset, text.length))
  return parts
}
