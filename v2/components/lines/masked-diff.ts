import type { DiffLines, Line } from './line'

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
    return { ...rest, text: masked.slice(0, LONGEST) }
  }
  const lines = diff.lines.map(shown)
  return { ...diff, lines, isMasked }
}

/** UTF-16 units of a masked line that are shown. */
const LONGEST = 2_000
