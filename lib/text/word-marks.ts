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
function wordMarks(
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

/** The words of lines that went, then of those that came for them, that the other line lacks. */
export function wordMarksOfRun(removed: readonly string[], added: readonly string[]): Mark[][] {
  const marks = [...removed, ...added].map((): Mark[] => [])
  for (const [at, to] of likest(removed, added)) {
    const { before, after } = wordMarks(removed[at] ?? '', added[to] ?? '')
    marks[at] = [...before]
    marks[removed.length + to] = [...after]
  }
  return marks
}

/** Among so many lines more than there are of the others the one is looked for. */
const MOST_AHEAD = 20

/** Each line of the shorter run with the one that shares most words with it; their order stays. */
function likest(one: readonly string[], other: readonly string[]): [number, number][] {
  if (one.length > other.length) return likest(other, one).map(([to, at]) => [at, to])
  const room = Math.min(other.length - one.length, MOST_AHEAD)
  if (room === 0) return one.map((_, at) => [at, at])
  const others = other.map((line) => line.match(TOKENS) ?? [])
  let next = 0
  return one.map((line, at) => {
    const words = new Set(line.match(TOKENS))
    const shared = others
      .slice(next, at + room + 1)
      .map((own) => own.filter((word) => words.has(word)).length / (own.length + 1))
    next += shared.indexOf(Math.max(...shared)) + 1
    return [at, next - 1]
  })
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
