import { withLineEndsOf } from '@/lib/text/line-ends'
import { countLines } from '@/lib/text/lines'
import type { MergeRegion } from '@/lib/text/merge'

/** The decision on a conflict: the side to take, both, or a text of one's own. */
export type Take = 'theirs' | 'mine' | 'both' | { text: string }

/** The decisions, by the region's index. */
export type Takes = ReadonlyMap<number, Take>

type Conflict = Extract<MergeRegion, { kind: 'conflict' }>

/** The indices of the conflicts. */
export function conflictsOf(regions: readonly MergeRegion[]): number[] {
  return regions.flatMap(({ kind }, index) => (kind === 'conflict' ? [index] : []))
}

/** The lines that a decision takes. */
export function linesTaken({ ours, theirs }: Conflict, take: Take): string[] {
  switch (take) {
    case 'theirs':
      return theirs
    case 'mine':
      return ours
    case 'both':
      return [...ended(theirs), ...ours]
  }
  return [take.text]
}

/** What a person wrote in a conflict's place, as a field has it, with the line ends of both sides. */
export function written(conflict: Conflict, typed: string): Take {
  const both = linesTaken(conflict, 'both').join('')
  return { text: withLineEndsOf(both, typed.replaceAll(/\r\n?/g, '\n')) }
}

/** Lines of which the last has its end, so that others can follow. */
function ended(lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`))
}

const linesSoFar = (region: MergeRegion, take: Take = 'mine') =>
  region.kind === 'conflict' ? linesTaken(region, take) : region.lines

/** The result so far, in which an open conflict has the own lines. */
export function mergedText(regions: readonly MergeRegion[], takes: Takes): string {
  const lines = regions.flatMap((region, index) => linesSoFar(region, takes.get(index)))
  const there = lines.filter((line) => line !== '')
  const last = there.pop() ?? ''
  return [...ended(there), last].join('')
}

/** The first line of each region in the result so far, as it is left where one goes back. */
export function startsOf(regions: readonly MergeRegion[], takes: Takes): number[] {
  const starts: number[] = []
  let line = 1
  for (const [index, region] of regions.entries()) {
    starts.push(line)
    line += countLines(linesSoFar(region, takes.get(index)).join(''))
  }
  return starts
}
