/** A hunk of a patch as Claude Code keeps it with the result of an edit. Lines count from 1. */
export interface PatchHunk {
  oldStart: number
  oldLines: number
  /** each with ` `, `-` or `+` before it */
  lines: readonly string[]
}

/** The text that a patch makes; null: it does not fit. */
export function patchedText(original: string, hunks: readonly PatchHunk[]): string | null {
  const before = original.split('\n')
  const after: string[] = []
  let next = 0
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1
    if (start < next || start > before.length) return null
    for (const line of before.slice(next, start)) after.push(line)
    const kept = lines.filter((line) => line.startsWith(' ') || line.startsWith('-'))
    const isFitting = kept.every((line, index) => line.slice(1) === before[start + index])
    if (!isFitting) return null
    for (const line of lines) {
      if (line.startsWith(' ') || line.startsWith('+')) after.push(line.slice(1))
    }
    next = start + kept.length
  }
  for (const line of before.slice(next)) after.push(line)
  return after.join('\n')
}
