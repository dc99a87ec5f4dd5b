const LINES = 'li[id^="L"]'

/**
 * The text that a person marked in the lines of a page: what is selected there, else the lines that
 * the address names; '' if neither is.
 */
export function markedText(): string {
  return selected() || textOf(document.querySelectorAll('main [data-marked]'))
}

function selected(): string {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return ''
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = around instanceof Element ? around : around.parentElement
  if (!element?.closest('main')) return ''
  const part = range.cloneContents()
  for (const said of part.querySelectorAll('.sr-only')) said.remove()
  const rows = part.querySelectorAll(LINES)
  return rows.length === 0 ? (part.textContent ?? '').trim() : textOf(rows)
}

/** The text of rows; an empty row holds a line's end. */
const textOf = (rows: Iterable<Element>) =>
  [...rows]
    .map((row) => row.querySelector('code')?.textContent?.replace(/\n$/, '') ?? '')
    .join('\n')
    .trim()
