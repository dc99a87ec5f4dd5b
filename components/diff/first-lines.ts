import type { DiffHunk } from '@/lib/text/text-diff'

/** Hunks up to a limit of lines. */
export function firstLines(hunks: readonly DiffHunk[], most: number): DiffHunk[] {
  const shown: DiffHunk[] = []
  let left = most
  for (const hunk of hunks) {
    if (left <= 0) break
    shown.push({ ...hunk, lines: hunk.lines.slice(0, left) })
    left -= hunk.lines.length
  }
  return shown
}
