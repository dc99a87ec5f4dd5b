/** The lines of `after` that stand nowhere in `before`; all of them when there is no before. */
export function addedLines(before: string | null, after: string): string[] {
  const lines = after.split('\n')
  if (before === null) return lines
  const known = new Set(before.split('\n'))
  return lines.filter((line) => !known.has(line))
}
