const MAX_CHARACTERS = 160

/** Characters of a line that are looked at, marks included; a line may be the whole text. */
const MAX_INSPECTED = 1000

/** No text has its telling line further down. */
const MAX_LINES = 200

/** Marks of Markdown before the words of a line: quotes, list items, tasks, headings. */
const LEADING = /^(?:>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|#{1,6}\s+)+/

const HEADING = /^#{1,6}\s/

/** Rules, fences, underlines of headings, rows of tables, comments: no words of their own. */
const WORDLESS = /^(?:[-*_=~`|:+\s]+|```.*|~~~.*|<!--.*|\|.*)$/

/**
 * The first line of a text that says something: not its front matter, a heading or a rule; of a text
 * with nothing else its first heading. Without the marks of Markdown before and around it, cut if
 * long; null if there is none.
 */
export function previewLine(text: string): string | null {
  let heading: string | null = null
  for (const line of linesAfterFrontMatter(text)) {
    const trimmed = line.slice(0, MAX_INSPECTED).trim()
    if (trimmed === '' || WORDLESS.test(trimmed)) continue
    const words = withoutMarks(trimmed)
    if (words === '') continue
    if (!HEADING.test(trimmed)) return cut(words)
    heading ??= words
  }
  return heading === null ? null : cut(heading)
}

function linesAfterFrontMatter(text: string): string[] {
  const lines = text.split('\n', MAX_LINES)
  if (lines[0]?.trim() !== '---') return lines
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  return end === -1 ? lines : lines.slice(end + 1)
}

function withoutMarks(line: string): string {
  return line.replace(LEADING, '').replaceAll('**', '').replaceAll('`', '').trim()
}

function cut(line: string): string {
  const characters = [...line]
  if (characters.length <= MAX_CHARACTERS) return line
  return `${characters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`
}
