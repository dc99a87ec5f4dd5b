import { countLines } from './lines'

/** The most that an agent reads at once without losing the thread, or its window. */
const MAX_LINES = 400
const MAX_BYTES = 40_000

/** Returns whether a memory is too large for one read: over 400 lines, or over 40 kB. */
export function isTooLargeForOneRead(content: string): boolean {
  // A character has at most three bytes a unit: short texts need not be measured.
  if (content.length * 3 > MAX_BYTES && Buffer.byteLength(content) > MAX_BYTES) return true
  return countLines(content) > MAX_LINES
}
