import { languageOf, syntaxOf, type SyntaxToken } from '@/lib/text/syntax'
import type { DiffLine } from '@/lib/text/text-diff'

type LineSyntax = readonly (readonly SyntaxToken[])[] | null

/** The parts of two texts' lines, for their colour. */
export interface DiffSyntax {
  before: LineSyntax
  after: LineSyntax
}

/** The parts of two texts' lines; the extension of the path decides the language. */
export function diffSyntax(before: string, after: string, path: string | null): DiffSyntax {
  const language = languageOf(path)
  return {
    before: syntaxOf(before.split('\n'), language),
    after: syntaxOf(after.split('\n'), language),
  }
}

/** The parts of a line of a difference. */
export function tokensOf(
  line: DiffLine,
  syntax: DiffSyntax | undefined,
): readonly SyntaxToken[] | undefined {
  return line.kind === 'removed'
    ? syntax?.before?.[line.before - 1]
    : syntax?.after?.[line.after - 1]
}
