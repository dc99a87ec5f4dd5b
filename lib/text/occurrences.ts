/**
 * The exact, non-overlapping occurrences of `needle` in `text`: ascending offsets in UTF-16 units.
 *
 * @throws RangeError when `needle` is empty: it would occur everywhere.
 */
export function occurrences(text: string, needle: string): number[] {
  if (needle === '') throw new RangeError('An empty text stands everywhere')
  const offsets: number[] = []
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    offsets.push(at)
  }
  return offsets
}
