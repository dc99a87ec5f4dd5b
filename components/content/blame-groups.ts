import type { BlameRun } from '@/lib/store/versions/blame-memory'

/** Lines of one version, with the blank lines after them. */
export interface BlameGroup extends BlameRun {
  /** number of the version's lines in the whole text, blank ones left out */
  standing: number
}

/**
 * The groups of a blamed text: blank lines tell nothing, so that they join the group above, and what
 * one version wrote before and after them is one group.
 */
export function blameGroups(runs: readonly BlameRun[]): BlameGroup[] {
  const standing = standingLines(runs)
  const groups: BlameGroup[] = []
  for (const run of runs) {
    const above = groups.at(-1)
    const blank = above ? leadingBlanks(run.lines) : 0
    above?.lines.push(...run.lines.slice(0, blank))
    const lines = run.lines.slice(blank)
    if (lines.length === 0) continue
    if (above?.version.id === run.version.id) above.lines.push(...lines)
    else {
      const line = run.line + blank
      groups.push({ ...run, line, lines, standing: standing.get(run.version.id) ?? 0 })
    }
  }
  return groups
}

const isBlank = (line: string) => line.trim() === ''

function leadingBlanks(lines: readonly string[]): number {
  const first = lines.findIndex((line) => !isBlank(line))
  return first === -1 ? lines.length : first
}

function standingLines(runs: readonly BlameRun[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { version, lines } of runs) {
    const count = lines.filter((line) => !isBlank(line)).length
    counts.set(version.id, (counts.get(version.id) ?? 0) + count)
  }
  return counts
}
