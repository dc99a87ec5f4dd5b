/** Where a text stands in another: offsets in UTF-16 units, exact, not overlapping. */
export function occurrences(text: string, needle: string): number[] {
  if (needle === '') throw new RangeError('an empty text stands everywhere')
  const offsets: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    offsets.push(at)
  }
  return offsets
}
