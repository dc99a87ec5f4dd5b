import { commonLines, linesWithEnds } from './line-hunks'
import type { LineRange } from './line-range'
import type { LinePair } from './matching-lines'

/**
 * Finds lines of one text in another one, unbroken, in either direction of time; null if they are
 * not there. Goes by the lines that both texts have in common, in the order of both. Lines that are
 * not among these count as moved if they stand once in each text. `common`: the result of
 * `commonLines` for the two.
 */
export function followedLines(
  from: string,
  to: string,
  common: readonly LinePair[] = commonLines(from, to),
): (lines: LineRange) => LineRange | null {
  if (from === to) return (lines) => lines
  const positions = new Map(common.map(({ before, after }) => [before, after]))
  const [one, other] = [plainLines(from), plainLines(to)]
  return (lines) => inPlace(positions, lines) ?? moved(one, other, lines)
}

function inPlace(
  positions: ReadonlyMap<number, number>,
  { from, to }: LineRange,
): LineRange | null {
  const first = positions.get(from - 1)
  if (first === undefined) return null
  for (let offset = 1; offset <= to - from; offset++) {
    if (positions.get(from - 1 + offset) !== first + offset) return null
  }
  return { from: first + 1, to: first + 1 + to - from }
}

function moved(
  one: readonly string[],
  other: readonly string[],
  { from, to }: LineRange,
): LineRange | null {
  const run = one.slice(from - 1, to)
  if (run.every((line) => line.trim() === '')) return null
  const [found, ...more] = placesOf(run, other)
  if (found === undefined || more.length > 0 || placesOf(run, one).length > 1) return null
  return { from: found + 1, to: found + run.length }
}

/** The first two positions, from 0, at which a run of lines stands. */
function placesOf(run: readonly string[], lines: readonly string[]): number[] {
  const places: number[] = []
  const [first = ''] = run
  for (let at = lines.indexOf(first); at !== -1; at = lines.indexOf(first, at + 1)) {
    if (run.every((line, offset) => lines[at + offset] === line)) places.push(at)
    if (places.length > 1) break
  }
  return places
}

const plainLines = (text: string) => linesWithEnds(text).map((line) => line.replace(/\n$/, ''))
