import type { SyntaxToken } from '@/lib/text/syntax'
import { visibleRuns, type VisibleRun } from '@/lib/text/visible-text'

export interface NumberedLines {
  lines: readonly string[]
  /** the parts of each line, for their colour; null: none */
  syntax?: readonly (readonly SyntaxToken[])[] | null
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

/** As `SyntaxLine`. */
function lineHtml(line: string, tokens?: readonly SyntaxToken[]): string {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null))
    return tokens?.map(tokenHtml).join('') ?? escaped(line)
  return `<bdi>${runs.map(runHtml).join('')}</bdi>`
}

function tokenHtml({ text, kind }: SyntaxToken): string {
  return kind === null ? escaped(text) : `<span class=${kind}>${escaped(text)}</span>`
}

function runHtml({ text, label, instead }: VisibleRun): string {
  if (label === null) return escaped(text)
  const name = escaped(label)
  return `<span title="${name}" data-hidden="${name}" class="hidden-character before:content-[attr(data-hidden)]"><bdi>${escaped(instead ?? text)}</bdi></span>`
}

/**
 * Escapes a text for an element or a double-quoted attribute (HTML, section 13.1.2). A parser would
 * turn a carriage return into a newline, and a null into a replacement character.
 */
function escaped(text: string): string {
  return text.replace(/[&<>"'\r\0]/g, (character) => ESCAPES[character] ?? character)
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '\ufffd',
}
