/** A part grows to about this length, in characters, and ends at the next blank line. */
const USUAL = 2_000

const FENCE = /^ {0,3}(```+|~~~+)/

/**
 * Splits Markdown into parts that can be parsed separately: at blank lines, never inside a fenced
 * block. Joined they are the text. Appending changes only the last part, so a growing text costs
 * only its last part each time.
 */
export function markdownParts(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let fence: string | null = null
  for (const line of text.split(/(?<=\n)/)) {
    part += line
    fence = fenceAfter(line, fence)
    if (fence !== null || part.length < USUAL || line.trim() !== '') continue
    parts.push(part)
    part = ''
  }
  return part === '' ? parts : [...parts, part]
}

/** The fence still open after a line; null: none. */
function fenceAfter(line: string, open: string | null): string | null {
  const fence = FENCE.exec(line)?.[1]
  if (fence === undefined) return open
  if (open === null) return fence
  return fence.startsWith(open) ? null : open
}
