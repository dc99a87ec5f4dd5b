import { languageOf, syntaxReader, type SyntaxToken, tokensWithin } from '@/lib/text/syntax'
import type { ShownLine } from './shown-lines'

/** The parts of a line, by its index; null: nothing is coloured. */
type LineSyntax = ((index: number) => readonly SyntaxToken[]) | null

/** The parts of two texts' lines, for their colour. */
export interface DiffSyntax {
  before: LineSyntax
  after: LineSyntax
}

/** The parts of two texts' lines; the extension of the path decides the language. */
export function diffSyntax(before: string, after: string, path: string | null): DiffSyntax {
  const language = languageOf(path)
  return {
    before: syntaxReader(before.split('\n'), language),
    after: syntaxReader(after.split('\n'), language),
  }
}

/** Texts of a page whose parts are looked for: colours are not worth a wait. UTF-16 units. */
const MAX_COLOURED = 512_000

interface ColouredChange {
  before: { path: string; content: string } | null
  after: { path: string; content: string } | null
}

/** The parts of many texts' lines on one page; those beyond what it may cost stay plain. */
export function pageSyntax<Change extends ColouredChange>(
  changes: Iterable<Change>,
): Map<Change, DiffSyntax> {
  const coloured = new Map<Change, DiffSyntax>()
  let length = 0
  for (const change of changes) {
    const [before, after] = [change.before?.content ?? '', change.after?.content ?? '']
    length += before.length + after.length
    if (length > MAX_COLOURED) break
    const path = (change.after ?? change.before)?.path ?? null
    coloured.set(change, diffSyntax(before, after, path))
  }
  return coloured
}

/** The parts of what is shown of a line. */
export function tokensOf(
  line: ShownLine,
  syntax: DiffSyntax | undefined,
): readonly SyntaxToken[] | undefined {
  const tokens =
    line.kind === 'removed' ? syntax?.before?.(line.before - 1) : syntax?.after?.(line.after - 1)
  return tokens && line.cut > 0 ? tokensWithin(tokens, 0, line.text.length) : tokens
}
