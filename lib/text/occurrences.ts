/**
 * Where `needle` stands in `text`, to the letter: offsets in UTF-16 units from the first on, none inside of the
 * one before.
 *
 * @throws RangeError when `needle` is empty: it would stand everywhere.
 */
export function occurrences(text: string, needle: string): number[] {
  if (needle === '') throw new RangeError('An empty text stands everywhere')
  const offsets: number[] = []
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    offsets.push(at)
  }
  return offsets
}
