import type { SyntaxClass, SyntaxToken } from '@/lib/text/syntax-token'

/**
 * A line of text as pages show it, of a memory or of a difference. It holds nothing that a browser
 * must not see: what is masked is masked before.
 */
export interface Line {
  kind: 'same' | 'added' | 'removed' | 'fold'
  /** its number in the text before, from 1 */
  before?: number
  /** its number in the text, or the text after, from 1 */
  after?: number
  text: string
  /** its parts for colour, see `packedSyntax`; left out: plain */
  syntax?: string
  /** its rewritten words: where each begins and ends, in UTF-16 units */
  words?: readonly (readonly [from: number, to: number])[]
  /** what was found in it that a person should look at, by the same units; in place of `words` */
  flagged?: readonly (readonly [from: number, to: number])[]
  /** how many of its characters are left out behind `text` */
  cut?: number
  /** of a text's last line: it has no newline */
  isUnended?: true
  /** of a fold: how many equal lines it stands for, and these, unless they are too many */
  count?: number
  inside?: readonly Line[]
}

/** A difference as `Difference` draws it; without lines the texts are equal. */
export interface DiffLines {
  lines: Line[]
  added: number
  removed: number
  /** changed lines beyond the limit */
  notShown: number
}

/**
 * Packs the parts of a line for the way to the browser, where they would weigh more than the line:
 * the length of each in UTF-16 units with its class, `-` for plain text, as in `2mk14-3cs`. What
 * follows the last is plain; of a plain line it is empty.
 */
export function packedSyntax(tokens: readonly SyntaxToken[] | undefined): string {
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
