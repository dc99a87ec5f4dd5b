import { lineRange } from '@/lib/text/line-range'
import { withoutEmptyEnds } from '@/lib/text/without-empty-ends'

/**
 * The text of the memory that a person marked: what is selected in the content, else the lines that
 * the address names, where the page shows them; '' if neither is.
 */
export function textToRedact(): string {
  const main = document.getElementById('main')
  return main === null ? '' : selectedIn(main) || namedIn(main)
}

function selectedIn(main: HTMLElement): string {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return ''
  const range = selection.getRangeAt(0)
  if (!main.contains(range.commonAncestorContainer)) return ''
  const part = range.cloneContents()
  for (const said of part.querySelectorAll('.sr-only')) said.remove()
  const rows = [...part.querySelectorAll<HTMLElement>(ROWS)]
  return rows.length === 0 ? (part.textContent ?? '').trim() : textOf(rows)
}

function namedIn(main: HTMLElement): string {
  const lines = lineRange(window.location.hash)
  if (!lines) return ''
  const rows = [...main.querySelectorAll<HTMLElement>(ROWS)]
  const isNamed = ({ dataset }: HTMLElement) => {
    const line = Number(dataset.lineRow)
    return line >= lines.from && line <= lines.to
  }
  return textOf(rows.filter(isNamed))
}

const ROWS = '[data-line-row]'

/** The text of rows, without what is said of them; an empty row holds a line's end. */
function textOf(rows: readonly HTMLElement[]): string {
  const texts = rows.map((row) => (row.querySelector('code') ?? row).textContent ?? '')
  return withoutEmptyEnds(texts.map((text) => text.replace(/\n$/, '')).join('\n'))
}
