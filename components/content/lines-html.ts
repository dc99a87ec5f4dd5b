import type { SyntaxToken } from '@/lib/text/syntax'
import { escaped, lineHtml } from './line-html'

export interface NumberedLines {
  lines: readonly string[]
  /** the parts of each line, for their colour; null: none */
  syntax?: readonly (readonly SyntaxToken[] | undefined)[] | null
  /** number of the first line */
  first: number
  /** the accessible name of a line's link, split at the number */
  label: readonly [string, string]
  /** words that mark single lines in their gutter, by number */
  marks?: ReadonlyMap<number, string>
}

/**
 * Numbered lines as the inner HTML of a list, for `LineList`. HTML rather than elements: a memory
 * of 20,000 lines as elements takes 15 MB and seconds to open, as HTML a fraction of it. Lines are
 * always escaped.
 */
export function linesHtml({ lines, syntax, first, label, marks }: NumberedLines): string {
  const [before, after] = label.map(escaped)
  return lines
    .map((line, index) => {
      const number = first + index
      // One number is the tab stop; from there the arrow keys move on.
      const tab = number === 1 ? 0 : -1
      const mark = markHtml(marks?.get(number))
      return `<li id="L${number}" data-line-row="${number}"${mark.attribute}><a href="#L${number}" data-line="${number}" tabindex="${tab}" aria-label="${before}${number}${after}"></a>${mark.words}<code>${lineHtml(line, syntax?.[index])}</code></li>`
    })
    .join('')
}

/** A line's mark: a bar for the eye, its words for a pointer and a screen reader. */
function markHtml(words: string | undefined): { attribute: string; words: string } {
  if (words === undefined) return { attribute: '', words: '' }
  const said = escaped(words)
  return {
    attribute: ` data-found title="${said}"`,
    words: `<span class="sr-only">${said} </span>`,
  }
}
