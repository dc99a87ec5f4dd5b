/** A part grows until it is about this long, in characters, and ends at the next blank line. */
const USUAL = 2_000

const FENCE = /^ {0,3}(```+|~~~+)/

/**
 * A text of Markdown in parts that can be parsed one by one: they end at blank lines, and never
 * inside of a fenced block. Together they are the text. What is added at its end changes the last
 * part alone, so a text that grows costs its last part each time.
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

/** The fence that is open after a line; null: none. */
function fenceAfter(line: string, open: string | null): string | null {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === null) return mark
  return mark.startsWith(open) ? null : open
}
