import type { ShownLines } from './shown-hunk'

const ADDED = 2

/** Returns the text of the added lines among rows, as far as they are told. */
export function addedText(lines: ShownLines): string {
  const rows = lines.flatMap((part) => ('row' in part ? [] : part))
  return rows
    .filter(([kind]) => kind === ADDED)
    .map(([, , , text, , , tail = []]) => (tail.length > 0 ? text : `${text}\n`))
    .join('')
}
