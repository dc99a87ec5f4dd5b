import { lineRange } from '@/lib/text/line-range'

const ROWS = '[data-numbered]'

/**
 * The text that a person marked in the lines of a page: what is selected there, else the lines that
 * the address names; '' if neither is.
 */
export function markedText(): string {
  return selected() || named()
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
  const rows = [...part.querySelectorAll<HTMLElement>(ROWS)]
  return rows.length === 0 ? (part.textContent ?? '').trim() : textOf(rows)
}

function named(): string {
  const lines = lineRange(window.location.hash)
  if (!lines) return ''
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${ROWS}`)]
  return textOf(
    rows.filter(({ dataset }) => {
      const line = Number(dataset.numbered)
      return line >= lines.from && line <= lines.to
    }),
  )
}

/** The text of rows; an empty row holds a line's end. */
function textOf(rows: readonly HTMLElement[]): string {
  const texts = rows.map((row) => row.querySelector('code')?.textContent?.replace(/\n$/, '') ?? '')
  return texts.join('\n').trim()
}
