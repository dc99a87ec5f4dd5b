import { type DiffLine, textDiff } from './text-diff'

/**
 * The unchanged lines that a difference of the two texts leaves out: those before each of its hunks,
 * then those after the last.
 */
export function foldedLines(before: string, after: string): DiffLine[][] {
  const folds: DiffLine[][] = []
  const [whole] = textDiff(before, after, Infinity).hunks
  let at = 0
  const diff = textDiff(before, after)
  for (const { skipped, lines } of diff.hunks) {
    folds.push(whole?.lines.slice(at, at + skipped) ?? [])
    at += skipped + lines.length
  }
  folds.push(whole?.lines.slice(at) ?? [])
  return folds
}
