import { matchingLines } from './matching-lines'

/** A range of a line in UTF-16 units; the end is exclusive. */
export type Mark = readonly [from: number, to: number]

/** Longer lines are marked as a whole: comparing them word by word would take too long. */
const MAX_CHARS = 20_000

/** Lines with less than this in common were replaced, not rewritten. */
const MIN_COMMON = 0.3

/** Words, runs of spaces, and every other character by itself, in any script. */
const TOKENS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu

/** The words of two lines that the other lacks; none where they have too little in common. */
export function wordMarks(
  before: string,
  after: string,
): { before: readonly Mark[]; after: readonly Mark[] } {
  const none = { before: [], after: [] }
  if (Math.max(before.length, after.length) > MAX_CHARS) return none
  const one = before.match(TOKENS) ?? []
  const other = after.match(TOKENS) ?? []
  const pairs = matchingLines(one, other)
  const common = pairs.reduce((sum, pair) => sum + (one[pair.before]?.trim().length ?? 0), 0)
  if (common < MIN_COMMON * Math.max(before.trim().length, after.trim().length)) return none
  return {
    before: marksOf(one, new Set(pairs.map((pair) => pair.before))),
    after: marksOf(other, new Set(pairs.map((pair) => pair.after))),
  }
}

function marksOf(tokens: readonly string[], kept: ReadonlySet<number>): Mark[] {
  const marks: [number, number][] = []
  let offset = 0
  for (const [index, token] of tokens.entries()) {
    const end = offset + token.length
    if (!kept.has(index)) {
      const last = marks.at(-1)
      if (last?.[1] === offset) last[1] = end
      else marks.push([offset, end])
    }
    offset = end
  }
  return marks
}
