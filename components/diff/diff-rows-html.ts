import { escaped, lineHtml } from '@/components/content/line-html'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax'
import type { DiffLine } from '@/lib/text/text-diff'
import type { ShownHunk, ShownLine } from './shown-lines'
import { type DiffSyntax, tokensOf } from './diff-syntax'
import type { DiffLabels } from './diff-labels'

export interface DiffRows {
  hunks: readonly ShownHunk[]
  /** text below the last line; null: none */
  rest: string | null
  /** whether a changed line is folded */
  isStamped: (line: DiffLine | undefined) => boolean
  /** the parts of each text's lines, for their colour; omit for none */
  syntax?: DiffSyntax
  labels: Pick<DiffLabels, 'added' | 'removed' | 'unended' | 'skipped' | 'stamped' | 'cut'>
  /** the accessible name of a number's link, split at the number; null: no links */
  lineLabel: readonly [string, string] | null
}

/**
 * The rows of a difference, each as HTML, for a table of class `diff-lines`. HTML rather than
 * elements, as in `linesHtml`: a thousand rows as elements took a megabyte to send and a third of a
 * second to build. Lines and labels are always escaped.
 */
export function diffRowsHtml(rows: DiffRows): string[] {
  const { hunks, rest, isStamped, labels } = rows
  const stop = hunks[0]?.lines.find(({ kind }) => kind !== 'removed')
  const html = hunks.flatMap(({ skipped, lines }) => [
    ...(skipped > 0 ? [noteHtml(escaped(labels.skipped(skipped)))] : []),
    ...lines.flatMap((line, at) => {
      if (!isStamped(line)) {
        const begins = beginsChange(lines, at)
        return [rowHtml(rows, { line, begins, isStop: line === stop })]
      }
      if (isStamped(lines[at - 1])) return []
      return [stampedHtml(stampedFrom(lines, at, isStamped), labels.stamped)]
    }),
  ])
  return rest === null ? html : [...html, noteHtml(escaped(rest))]
}

const SIGN = { same: '', removed: '−', added: '+' }

/** Returns whether the line is the first of a run of changed lines. */
function beginsChange(lines: readonly DiffLine[], at: number): boolean {
  return lines[at]?.kind !== 'same' && (lines[at - 1]?.kind ?? 'same') === 'same'
}

interface Row {
  line: ShownLine
  /** whether a change begins with it */
  begins: boolean
  /** whether its number is the tab stop; from there the arrow keys move on */
  isStop: boolean
}

function rowHtml(rows: DiffRows, { line, begins, isStop }: Row): string {
  const { labels, lineLabel, syntax } = rows
  const after = line.kind === 'removed' ? null : line.after
  const isLinked = after !== null && lineLabel !== null
  const attributes = [
    isLinked ? ` id="L${after}" data-line-row="${after}"` : '',
    line.kind === 'same' ? '' : ` data-kind="${line.kind}"`,
    begins ? ' data-change-start tabindex="-1"' : '',
  ]
  const number = isLinked ? cell(linkHtml(after, lineLabel, isStop)) : numberHtml(after)
  const text = textHtml(line, tokensOf(line, syntax))
  const unended = line.isUnended ? `<i>${escaped(labels.unended)}</i>` : ''
  const cut = line.cut > 0 ? `<i>… ${escaped(labels.cut(line.cut))}</i>` : ''
  return `<tr role="row"${attributes.join('')}>${numberHtml(line.kind === 'added' ? null : line.before)}${number}${cell(signHtml(line, labels))}${cell(text + cut + unended)}</tr>`
}

function cell(html: string): string {
  return `<td role="cell">${html}</td>`
}

/** A line number that is not copied with the text. */
function numberHtml(line: number | null): string {
  return line === null ? cell('') : `<td role="cell" data-line="${line}"></td>`
}

function linkHtml(line: number, [before, after]: readonly [string, string], isStop: boolean) {
  const label = `${escaped(before)}${line}${escaped(after)}`
  return `<a href="#L${line}" data-line="${line}" tabindex="${isStop ? 0 : -1}" aria-label="${label}"></a>`
}

function signHtml({ kind }: DiffLine, labels: DiffRows['labels']): string {
  if (kind === 'same') return ''
  const said = escaped(labels[kind])
  return `<span aria-hidden="true">${SIGN[kind]}</span><span class="sr-only">${said}</span>`
}

/** A line with its rewritten words marked; as `MarkedText`. */
function textHtml(line: DiffLine, tokens: readonly SyntaxToken[] | undefined): string {
  if (line.kind === 'same' || line.marks.length === 0) return lineHtml(line.text, tokens)
  const element = line.kind === 'removed' ? 'del' : 'ins'
  const part = (from: number, to: number) =>
    from === to ? '' : lineHtml(line.text.slice(from, to), tokens && tokensWithin(tokens, from, to))
  let offset = 0
  let html = ''
  for (const [from, to] of line.marks) {
    html += `${part(offset, from)}<${element} class="no-underline word-${line.kind}">${part(from, to)}</${element}>`
    offset = to
  }
  return html + part(offset, line.text.length)
}

function stampedFrom(
  lines: readonly DiffLine[],
  from: number,
  isStamped: DiffRows['isStamped'],
): readonly DiffLine[] {
  const end = lines.findIndex((line, at) => at > from && !isStamped(line))
  return lines.slice(from, end === -1 ? lines.length : end)
}

/** Folds lines that Claude Code stamps; anybody can unfold them. */
function stampedHtml(lines: readonly DiffLine[], label: string): string {
  const inside = lines.map(({ kind, text }) => `<div>${SIGN[kind]} ${escaped(text)}</div>`)
  return noteHtml(`<details><summary>${escaped(label)}</summary>${inside.join('')}</details>`)
}

function noteHtml(html: string): string {
  return `<tr role="row" data-note><td role="cell" colspan="4">${html}</td></tr>`
}
