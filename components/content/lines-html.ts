import { visibleRuns, type VisibleRun } from '@/lib/text/visible-text'

export interface NumberedLines {
  lines: readonly string[]
  /** the number of the first */
  first: number
  /** the name of a line's number as a link, parted where the number stands */
  label: readonly [string, string]
}

/**
 * Lines with their numbers as the inside of a list, which `LineList` shows. It is a text and no
 * elements: a memory of 20,000 lines as elements takes 15 MB and seconds to open, as a text a
 * fraction of it. Whatever a line holds, it is only ever text in there.
 */
export function linesHtml({ lines, first, label }: NumberedLines): string {
  const [before, after] = label.map(escaped)
  return lines
    .map((line, index) => {
      const number = first + index
      // One number can be reached by Tab; from there the arrow keys go on.
      const tab = number === 1 ? 0 : -1
      return `<li id="L${number}" data-line-row="${number}"><a href="#L${number}" data-line="${number}" tabindex="${tab}" aria-label="${before}${number}${after}"></a><code>${lineHtml(line)}</code></li>`
    })
    .join('')
}

/** As `VisibleLine`. */
function lineHtml(line: string): string {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return escaped(line)
  return `<bdi>${runs.map(runHtml).join('')}</bdi>`
}

function runHtml({ text, label, instead }: VisibleRun): string {
  if (label === null) return escaped(text)
  const name = escaped(label)
  return `<span title="${name}" data-hidden="${name}" class="hidden-character before:content-[attr(data-hidden)]"><bdi>${escaped(instead ?? text)}</bdi></span>`
}

/**
 * A text as HTML, in an element or in an attribute within double quotes (HTML, section 13.1.2). A
 * parser would make a line end of a carriage return, and a sign for nothing of a null.
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
