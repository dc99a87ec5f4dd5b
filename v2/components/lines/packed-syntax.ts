import type { SyntaxClass, SyntaxToken } from '@/lib/text/syntax'

/**
 * Packs the parts of a line for the way to the browser, where they would weigh more than the line:
 * the length of each in UTF-16 units with its class, `-` for plain text, as in `2mk14-3cs`. What
 * follows the last is plain; of a plain line it is empty.
 */
export function packedSyntax(tokens: readonly SyntaxToken[] | null | undefined): string {
  if (!tokens) return ''
  const last = tokens.findLastIndex(({ kind }) => kind !== null)
  return tokens
    .slice(0, last + 1)
    .map(({ text, kind }) => `${text.length}${kind ?? '-'}`)
    .join('')
}

/** Returns the parts of a line from what `packedSyntax` made of them; undefined: all is plain. */
export function unpackedSyntax(text: string, packed: string): SyntaxToken[] | undefined {
  if (packed === '') return undefined
  const tokens: SyntaxToken[] = []
  let from = 0
  for (const [, length, kind] of packed.matchAll(/(\d+)([a-z]+|-)/g)) {
    const to = from + Number(length)
    tokens.push({ text: text.slice(from, to), kind: kind === '-' ? null : (kind as SyntaxClass) })
    from = to
  }
  if (from < text.length) tokens.push({ text: text.slice(from), kind: null })
  return tokens
}
