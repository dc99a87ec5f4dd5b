// Apart from what reads a language: a page that shows colours was given them.

/** The kind of a part of a line, by its CSS class in `app/css/lines.css`; null: plain text. */
export type SyntaxClass =
  | 'h' // heading
  | 'mk' // marker of the markup itself
  | 'b' // bold
  | 'em' // emphasis
  | 'cs' // code
  | 'lk' // text of a link
  | 'ur' // address
  | 'k' // key
  | 'st' // string
  | 'nu' // number, boolean, null
  | 'cm' // comment
  | 'q' // quotation
  | 'id' // name of an issue, a task or a version

/** A part of a line. The parts of a line joined are the line. */
export interface SyntaxToken {
  text: string
  kind: SyntaxClass | null
}

/** The parts of a range of a line, in UTF-16 units; the end is exclusive. */
export function tokensWithin(
  tokens: readonly SyntaxToken[],
  from: number,
  to: number,
): SyntaxToken[] {
  let offset = 0
  return tokens.flatMap(({ text, kind }) => {
    const start = offset
    offset += text.length
    const part = text.slice(Math.max(from - start, 0), Math.max(to - start, 0))
    return part === '' ? [] : [{ text: part, kind }]
  })
}
