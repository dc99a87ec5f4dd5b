import type { Line } from '@/components/lines/line'

/** A stretch of a difference: unchanged lines, or one hunk, which can be ticked by its place. */
export interface Stretch {
  /** null: what is the same around */
  hunk: number | null
  lines: Line[]
}

const isChanged = ({ kind }: Line) => kind === 'added' || kind === 'removed'

/** The lines of a difference, parted at its hunks; a hunk is a run of changed lines. */
export function stretchesOf(lines: readonly Line[]): Stretch[] {
  const stretches: Stretch[] = []
  let hunks = 0
  for (const line of lines) {
    const last = stretches.at(-1)
    const goesOn = last && isChanged(line) === (last.hunk !== null)
    if (goesOn) last.lines.push(line)
    else stretches.push({ hunk: isChanged(line) ? hunks++ : null, lines: [line] })
  }
  return stretches
}
