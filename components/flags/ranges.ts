import type { Flag } from '@/lib/scan/flag'

export type Range = readonly [from: number, to: number]

/** Where flags are in a text, by the numbers of its lines; low ones apart: a list of contacts would be all marked. */
export function flaggedRanges(
  flags: readonly Flag[],
  lines: readonly string[],
): Map<number, Range[]> {
  const flagged = new Map<number, Range[]>()
  for (const flag of flags.filter(({ severity }) => severity !== 'low')) {
    for (let line = Math.max(1, flag.line); line <= flag.toLine; line++) {
      const from = line === flag.line ? flag.fromColumn : 0
      const to = line === flag.toLine ? flag.toColumn : (lines[line - 1]?.length ?? 0)
      flagged.set(line, withRange(flagged.get(line) ?? [], [from, to]))
    }
  }
  return flagged
}

/** Ranges of a line, in order, with one more; what overlaps becomes one. */
function withRange(ranges: readonly Range[], [from, to]: Range): Range[] {
  const last = ranges.at(-1)
  if (from >= to) return [...ranges]
  if (!last || from > last[1]) return [...ranges, [from, to]]
  return [...ranges.slice(0, -1), [last[0], Math.max(last[1], to)]]
}
