import { withShortMasks } from '@/lib/text/masked-line'
import type { DiffLine } from '@/lib/text/text-diff'

/**
 * The lines of a difference in which something is masked, with their numbers from 1: in the text
 * before and in the text after, at the same length as they are.
 */
export interface LineMasks {
  before: readonly (readonly [number, string])[]
  after: readonly (readonly [number, string])[]
}

/**
 * Returns whether something of a change is not shown until somebody asks to see it; null masks: it
 * could not be scanned, and none of it is.
 */
export function hasMasks({ masks }: { masks: LineMasks | null }): boolean {
  return masks === null || masks.before.length + masks.after.length > 0
}

/** A line as it is shown where `masked` stands for its text; it does not tell how much is masked. */
export function withMask(line: DiffLine, masked: string): DiffLine {
  if (line.text === masked) return line
  const text = withShortMasks(masked)
  return line.kind === 'same' ? { ...line, text } : { ...line, text, marks: [] }
}

/** Lines of a difference as they are shown with what is masked in them. */
export function withMasks(lines: readonly DiffLine[], masks: LineMasks): DiffLine[] {
  const [before, after] = [new Map(masks.before), new Map(masks.after)]
  return lines.map((line) => {
    const masked = line.kind === 'removed' ? before.get(line.before) : after.get(line.after)
    return masked === undefined ? line : withMask(line, masked)
  })
}

/** Returns what is masked, given each line of a difference as it is shown, in the same order. */
export function lineMasks(lines: readonly DiffLine[], shown: readonly string[]): LineMasks {
  const masked = lines.flatMap((line, at) => {
    const text = shown[at]
    return text === undefined || text === line.text ? [] : [{ line, text }]
  })
  return {
    before: masked.flatMap(({ line, text }) =>
      line.kind === 'removed' ? [[line.before, text] as const] : [],
    ),
    after: masked.flatMap(({ line, text }) =>
      line.kind === 'removed' ? [] : [[line.after, text] as const],
    ),
  }
}
