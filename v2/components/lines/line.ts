/** What a part of a line is: a rewritten word, what was found, what was searched for, a mask. */
export type MarkLook = 'word' | 'found' | 'match' | 'secret'

/** A part of a line, in UTF-16 units; the end is exclusive. */
export interface LineMark {
  from: number
  to: number
  look: MarkLook
}

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
  marks?: readonly LineMark[]
  /** how many of its characters are left out behind `text` */
  cut?: number
  /** of a text's last line: it has no newline */
  isUnended?: true
  /** of a fold: how many equal lines it stands for, and these, unless they are too many */
  count?: number
  inside?: readonly Line[]
}

/** A run of a line under the same marks. */
export interface MarkedPart {
  from: number
  to: number
  looks: MarkLook[]
}

/** Cuts a line of this length where a mark begins or ends; no part is empty. */
export function markedParts(length: number, marks: readonly LineMark[]): MarkedPart[] {
  const within = marks.filter(({ from, to }) => from < Math.min(to, length))
  const cuts = new Set([
    0,
    length,
    ...within.flatMap(({ from, to }) => [from, Math.min(to, length)]),
  ])
  const at = [...cuts].sort((one, other) => one - other)
  return at.slice(1).map((to, index) => {
    const from = at[index] ?? 0
    const over = within.filter((mark) => mark.from <= from && mark.to >= to)
    return { from, to, looks: [...new Set(over.map(({ look }) => look))] }
  })
}
