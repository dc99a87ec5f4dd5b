import { splitLines } from '@/lib/text/lines'
import { languageOf, syntaxReader } from '@/lib/text/syntax'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax-token'
import { type DiffLine, textDiff } from '@/lib/text/text-diff'
import { type DiffLines, type Line, packedSyntax } from './line'

/** Lines of a text whose colours are given: what follows is plain. */
export const MOST_COLOURED = 1_500

/** A longer line of a difference is cut: nobody reads it as a line. UTF-16 units. */
const LONGEST_LINE = 2_000

/** Texts with more lines together do not come with their equal ones: a fold is only counted. */
const MOST_FOLDED = 6_000

/**
 * The colours of a text's first lines, a line for each, see `packedSyntax`. The extension of its path
 * decides; null: unknown.
 */
export function coloursOf(text: string, path: string | null): string {
  const lines = splitLines(text)
  const syntaxAt = syntaxReader(lines, languageOf(path))
  if (!syntaxAt) return ''
  const packed = lines.slice(0, MOST_COLOURED).map((_, index) => packedSyntax(syntaxAt(index)))
  return packed.join('\n')
}

export interface TextsToCompare {
  before: string
  after: string
  /** of the text after; its extension decides the colours; null: unknown */
  path: string | null
  /** unchanged lines that stay around each change */
  around?: number
  /** limit on the lines that are given; the rest is counted */
  most?: number
}

/** The difference of two texts: its lines, with equal ones folded and rewritten words marked. */
export function linesOfDiff(texts: TextsToCompare): DiffLines {
  const { before, after, path, around = 3, most = 2_000 } = texts
  const { lines: all, added, removed } = textDiff(before, after)
  const language = languageOf(path)
  const [was, is] = [before, after].map((text) => syntaxReader(text.split('\n'), language))
  const folded = withFolds(all, around)
  const shown = folded.slice(0, most)
  const isWhole = all.length <= MOST_FOLDED
  let coloured = 0
  const lineOf = (line: DiffLine): Line => {
    const { kind, text, isUnended } = line
    const [reader, number] = kind === 'removed' ? [was, line.before] : [is, line.after]
    const tokens = coloured++ < MOST_COLOURED ? reader?.(number - 1) : undefined
    const words = kind === 'same' ? [] : line.marks
    const shown = drawnLine(text, tokens, words)
    return {
      kind,
      ...(kind === 'added' ? {} : { before: line.before }),
      ...(kind === 'removed' ? {} : { after: line.after }),
      ...shown,
      ...(words.length > 0 && { words }),
      ...(isUnended && { isUnended }),
    }
  }
  const lines = shown.map((each): Line => {
    if (!Array.isArray(each)) return lineOf(each)
    const inside = isWhole ? { inside: each.map(lineOf) } : {}
    return { kind: 'fold', text: '', count: each.length, ...inside }
  })
  const changed = (each: DiffLine | DiffLine[]) => !Array.isArray(each) && each.kind !== 'same'
  return { lines, added, removed, notShown: folded.slice(most).filter(changed).length }
}

/** Puts runs of equal lines that are far from any change together. */
function withFolds(lines: readonly DiffLine[], around: number): (DiffLine | DiffLine[])[] {
  const isNear = nearChange(lines, around)
  const folded: (DiffLine | DiffLine[])[] = []
  for (const [index, line] of lines.entries()) {
    const last = folded.at(-1)
    if (isNear[index]) folded.push(line)
    else if (Array.isArray(last)) last.push(line)
    else folded.push([line])
  }
  // A fold of one line is no shorter than the line.
  return folded.flatMap((each) => (Array.isArray(each) && each.length === 1 ? each : [each]))
}

function nearChange(lines: readonly DiffLine[], around: number): boolean[] {
  const isNear = lines.map(() => false)
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== 'same') isNear.fill(true, Math.max(index - around, 0), index + around + 1)
  }
  return isNear
}

/**
 * A line as it is drawn, with its colours: cut where nobody reads on, unless it is asked for. What is
 * marked in it is seen, however far behind it stands.
 */
export function drawnLine(
  whole: string,
  tokens: readonly SyntaxToken[] | undefined,
  words: Line['words'] = [],
  longest = LONGEST_LINE,
): Pick<Line, 'text' | 'syntax' | 'cut'> {
  const most = Math.max(longest, ...words.map(([, to]) => to))
  const end = whole.length > most ? endOfCharacter(whole, most) : whole.length
  const syntax = packedSyntax(tokens && tokensWithin(tokens, 0, end))
  return {
    text: whole.slice(0, end),
    ...(syntax !== '' && { syntax }),
    ...(end < whole.length && { cut: whole.length - end }),
  }
}

/** The position, or the one before it if that would part a surrogate pair. */
const endOfCharacter = (text: string, at: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at

/**
 * A difference with lines that are masked in place of its own: of the text before, and of that after; of a
 * side that is left out all stays in clear. It is compared in clear, so that two secrets are never the same.
 */
export function maskedDiff(
  diff: DiffLines,
  [before = [], after = []]: readonly (readonly string[])[],
): DiffLines & { isMasked: boolean } {
  let isMasked = false
  const shown = (line: Line): Line => {
    if (line.inside) return { ...line, inside: line.inside.map(shown) }
    const at = line.kind === 'removed' ? line.before : line.after
    const masked = at && (line.kind === 'removed' ? before : after)[at - 1]
    // What is cut off is not shown in any case.
    if (masked === undefined || masked === 0 || masked.startsWith(line.text)) return line
    isMasked = true
    const { syntax: _, words: __, cut: ___, ...rest } = line
    return { ...rest, text: masked.slice(0, LONGEST_LINE) }
  }
  const lines = diff.lines.map(shown)
  return { ...diff, lines, isMasked }
}
