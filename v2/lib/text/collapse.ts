import { countLines } from './lines'

/** Lines of one memory that a change removed and added, and how many it had before. */
export interface LineChange {
  before: number
  removed: number
  added: number
}

/**
 * Returns whether a memory lost much of itself: 20 lines and 30 % of it removed, fewer than half as
 * many added. Measured: four of 478 edits of a real agent.
 */
export function isCollapse({ before, removed, added }: LineChange): boolean {
  return removed >= 20 && removed >= before * 0.3 && added < removed / 2
}

const MIN_LINES = 10
const FEW_WORDS = 5

/** Words of scripts with spaces; of those without, a word is taken to be two characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[\p{L}\p{N}]+/gu

/**
 * Returns whether a memory was emptied, or one of ten lines or more replaced by five words or
 * fewer: an agent that writes "unchanged" into a file that it did not mean to change.
 */
export function isEmptied(before: string, after: string): boolean {
  if (after.trim() === '') return before.trim() !== ''
  if (countLines(before) < MIN_LINES) return false
  const words = after.matchAll(WORD)
  for (let count = 0; count <= FEW_WORDS; count++) if (words.next().done) return true
  return false
}
