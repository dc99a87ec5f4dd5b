import type { BlameRun } from '@/lib/store/blame'

/** Lines of one version, with the blank lines after them. */
export interface BlameGroup extends BlameRun {
  lines: string[]
  /** how many lines of the version stand in the whole text, blank ones left out */
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
    const first = above ? run.lines.findIndex((line) => !isBlank(line)) : 0
    const blank = first === -1 ? run.lines.length : first
    above?.lines.push(...run.lines.slice(0, blank))
    const lines = run.lines.slice(blank)
    if (lines.length === 0) continue
    const isSame =
      above?.version.id === run.version.id && above.broughtBackBy?.id === run.broughtBackBy?.id
    if (above && isSame) above.lines.push(...lines)
    else {
      const own = { line: run.line + blank, lines, standing: standing.get(run.version.id) ?? 0 }
      groups.push({ ...run, ...own })
    }
  }
  return groups
}

const isBlank = (line: string) => line.trim() === ''

function standingLines(runs: readonly BlameRun[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { version, lines } of runs) {
    const count = lines.filter((line) => !isBlank(line)).length
    counts.set(version.id, (counts.get(version.id) ?? 0) + count)
  }
  return counts
}
