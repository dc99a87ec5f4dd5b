import { indexOfText } from './index-of-text'

/**
 * The exact, non-overlapping occurrences of `needle` in `text`: ascending offsets in UTF-16 units.
 *
 * @throws RangeError when `needle` is empty: it would occur everywhere.
 */
export function occurrences(text: string, needle: string): number[] {
  if (needle === '') throw new RangeError('An empty text stands everywhere')
  const offsets: number[] = []
  let at = indexOfText(text, needle)
  while (at !== -1) {
    offsets.push(at)
    at = indexOfText(text, needle, at + needle.length)
  }
  return offsets
}

/** Counts the occurrences of bytes in others from an offset on, overlapping ones included. */
export function countBytes(bytes: Buffer, needle: Buffer, from = 0): number {
  let count = 0
  for (let at = bytes.indexOf(needle, from); at >= 0; at = bytes.indexOf(needle, at + 1)) count++
  return count
}
