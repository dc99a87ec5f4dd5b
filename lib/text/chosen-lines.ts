import { type LineHunk, linesWithEnds } from './line-hunks'

/** Lines of a hunk, counted from 0 within its removed and its added ones. */
export interface ChosenLines {
  removed: readonly number[]
  added: readonly number[]
}

export interface ChoosingLines {
  before: string
  after: string
  hunk: LineHunk
  chosen: ChosenLines
}

/**
 * Reverts the chosen lines of a hunk and keeps the change of the others. A removed line comes back
 * before the added one that took its place.
 */
export function withChosenReverted({ before, after, hunk, chosen }: ChoosingLines): string {
  const old = linesWithEnds(before).slice(hunk.beforeFrom, hunk.beforeFrom + hunk.beforeCount)
  const all = linesWithEnds(after)
  const end = hunk.afterFrom + hunk.afterCount
  const now = all.slice(hunk.afterFrom, end)
  const [back, away] = [new Set(chosen.removed), new Set(chosen.added)]
  const lines: string[] = []
  for (let index = 0; index < Math.max(old.length, now.length); index++) {
    if (back.has(index)) lines.push(...old.slice(index, index + 1))
    if (!away.has(index)) lines.push(...now.slice(index, index + 1))
  }
  const isAtEnd = end === all.length
  return lines
    .map((line, index) => (isAtEnd && index === lines.length - 1 ? line : ended(line)))
    .join('')
}

/** The same for all lines but the chosen ones. */
export function withOthersReverted({ hunk, chosen, ...texts }: ChoosingLines): string {
  const others = {
    removed: allBut(hunk.beforeCount, chosen.removed),
    added: allBut(hunk.afterCount, chosen.added),
  }
  return withChosenReverted({ ...texts, hunk, chosen: others })
}

const ended = (line: string) => (line.endsWith('\n') ? line : `${line}\n`)

function allBut(count: number, chosen: readonly number[]): number[] {
  const left = new Set(chosen)
  return Array.from({ length: count }, (_, index) => index).filter((index) => !left.has(index))
}
