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

/** Lines of which the last has its end, so that others can follow. */
function ended(lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`))
}

/** The result so far; an open conflict has the lines of `open`'s side. */
export function mergedText(
  regions: readonly MergeRegion[],
  takes: Takes,
  open: 'theirs' | 'mine',
): string {
  const parts = regions.map((region, index) => {
    const lines =
      region.kind === 'conflict' ? linesTaken(region, takes.get(index) ?? open) : region.lines
    return lines.join('')
  })
  return parts
    .map((part, index) => {
      const isFollowed = parts.slice(index + 1).some((later) => later !== '')
      return isFollowed && part !== '' && !part.endsWith('\n') ? `${part}\n` : part
    })
    .join('')
}

/** The first line of each region in the result so far; an open conflict has no lines in it. */
export function startsOf(regions: readonly MergeRegion[], takes: Takes): number[] {
  const starts: number[] = []
  let line = 1
  for (const [index, region] of regions.entries()) {
    starts.push(line)
    if (region.kind !== 'conflict') line += region.lines.length
    else line += linesOf(takes.get(index), region)
  }
  return starts
}

function linesOf(take: Take | undefined, region: Conflict): number {
  if (take === undefined) return 0
  return (
    linesTaken(region, take)
      .join('')
      .match(/[^\n]*\n|[^\n]+/g)?.length ?? 0
  )
}
