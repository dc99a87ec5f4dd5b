import type { ReactNode } from 'react'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax'
import { type Line, markedParts, type MarkLook } from './line'
import { unpackedSyntax } from './packed-syntax'
import { hidesNothing, VisibleLine } from './visible-text'

/** The text of a line, coloured within an element of class `syn`, with its marks. */
export function LineText({ line }: { line: Line }) {
  const { text, syntax = '', marks = [] } = line
  const tokens = unpackedSyntax(text, syntax)
  if (marks.length === 0) return <Coloured text={text} tokens={tokens} />
  return markedParts(text.length, marks).map(({ from, to, looks }) => (
    <Marked key={from} looks={looks} isRemoved={line.kind === 'removed'}>
      <Coloured text={text.slice(from, to)} tokens={tokens && tokensWithin(tokens, from, to)} />
    </Marked>
  ))
}

/** A part of a line with its colours; plain if it hides anything. */
function Coloured({ text, tokens }: { text: string; tokens: readonly SyntaxToken[] | undefined }) {
  const isPlain = tokens?.every(({ kind }) => kind === null) ?? true
  if (!tokens || isPlain || !hidesNothing(text)) return <VisibleLine line={text} />
  return tokens.map(({ text: part, kind }, index) =>
    kind === null ? (
      part
    ) : (
      <span key={index} className={kind}>
        {part}
      </span>
    ),
  )
}

const LOOKS: Readonly<Record<Exclude<MarkLook, 'word'>, string>> = {
  found:
    'bg-transparent text-inherit underline decoration-caution decoration-wavy underline-offset-2',
  match: 'rounded-xs bg-match text-inherit',
  secret: 'rounded-xs bg-track text-ink-2',
}

interface MarkedProps {
  looks: readonly MarkLook[]
  isRemoved: boolean
  children: ReactNode
}

function Marked({ looks, isRemoved, children }: MarkedProps) {
  const [look, ...inner] = looks
  if (look === undefined) return children
  const rest = (
    <Marked looks={inner} isRemoved={isRemoved}>
      {children}
    </Marked>
  )
  if (look !== 'word') return <mark className={LOOKS[look]}>{rest}</mark>
  return isRemoved ? (
    <del className="word-removed no-underline">{rest}</del>
  ) : (
    <ins className="word-added no-underline">{rest}</ins>
  )
}
