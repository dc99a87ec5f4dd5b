import type { SyntaxToken } from '@/lib/text/syntax'
import { visibleRuns, type VisibleRun } from '@/lib/text/visible-text'

/** The inner HTML of a line, escaped and coloured; as `SyntaxLine`. */
export function lineHtml(line: string, tokens?: readonly SyntaxToken[]): string {
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
export function escaped(text: string): string {
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
