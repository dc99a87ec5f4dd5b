import { escaped, lineHtml } from '@/components/content/line-html'
import { packedSyntax, unpackedSyntax } from '@/components/content/packed-syntax'
import { type SyntaxToken, tokensWithin } from '@/lib/text/syntax'
import type { Mark } from '@/lib/text/word-marks'
import type { ShownLine } from './shown-lines'

/** Kinds of rows: lines, what is said between them, and changed lines that are folded. */
const KINDS = { same: 0, removed: 1, added: 2, note: 3, folded: 4 } as const

type Kind = (typeof KINDS)[keyof typeof KINDS]

/**
 * A row of a difference on its way to the browser, which makes its HTML: elements, or HTML, weigh
 * ten times as much and are sent twice. Of a note only its HTML; of a line what follows, as far as
 * there is any of it.
 */
export type SentRow = readonly [
  kind: Kind,
  /** its numbers; 0: it has none */
  before: number,
  after: number,
  /** of a note: its HTML */
  text: string,
  /** see `packedSyntax` */
  syntax?: string,
  /** rewritten words: where each begins and ends, one after the other */
  marks?: readonly number[],
  /** words behind it that are no part of it */
  tail?: readonly string[],
  /** of a removed line: what became of it, as `RowWords.fates` names it */
  fate?: string,
]

/** Words that rows of a page have in common, and the signs of what became of removed lines. */
export interface RowWords {
  added: string
  removed: string
  fates?: Readonly<Record<string, { sign: string; label: string }>>
}

export interface SentLineInput {
  line: ShownLine
  tokens: readonly SyntaxToken[] | undefined
  labels: { unended: string; cut: (count: number) => string }
  fate?: string | undefined
}

/** Packs a line of a difference. */
export function sentLine({ line, tokens, labels, fate }: SentLineInput): SentRow {
  const tail = [
    ...(line.cut > 0 ? [`… ${labels.cut(line.cut)}`] : []),
    ...(line.isUnended ? [labels.unended] : []),
  ]
  const parts = [
    packedSyntax(tokens),
    line.kind === 'same' ? [] : line.marks.flat(),
    tail,
    fate ?? '',
  ] as const
  const told = parts.findLastIndex(({ length }) => length > 0)
  const before = line.kind === 'added' ? 0 : line.before
  const after = line.kind === 'removed' ? 0 : line.after
  const row = [KINDS[line.kind], before, after, line.text, ...parts.slice(0, told + 1)]
  return row as unknown as SentRow
}

/** A row of words between lines; `html` is escaped already. */
export function sentNote(html: string): SentRow {
  return [KINDS.note, 0, 0, html]
}

/** A row in place of changed lines; `html` is escaped already. */
export function sentFold(html: string): SentRow {
  return [KINDS.folded, 0, 0, html]
}

export interface RowsHtmlOptions {
  words: RowWords
  /** the accessible name of a number's link, split at the number; null: no links */
  lineLabel?: readonly [string, string] | null
  /**
   * the lines of the two texts that come before those that can be chosen, by which the changed ones
   * are named; left out: none can
   */
  chosenAfter?: { before: number; after: number } | undefined
  /** whether the first line of each change is one that keys lead to */
  isStepped?: boolean
  /** the kind of the row above the first */
  above?: Kind | undefined
  /** the place of the row whose number is the tab stop; from there the arrow keys move on */
  stop?: number
}

/** Returns rows, each as HTML, for a table of class `diff-lines`. Words are always escaped. */
export function rowsHtml(rows: readonly SentRow[], options: RowsHtmlOptions): string[] {
  const { above, stop } = options
  return rows.map((row, at) => {
    const [kind] = row
    if (isNote(kind)) return noteHtml(row[3])
    const isBegin = kind !== KINDS.same && !isChange(at === 0 ? above : rows[at - 1]?.[0])
    return rowHtml(row, options, { isBegin, isStop: at === stop })
  })
}

/** The place of the first row with a number that can be a link; -1: there is none. */
export function stopOf(rows: readonly SentRow[]): number {
  return rows.findIndex(([kind]) => kind === KINDS.same || kind === KINDS.added)
}

const isNote = (kind: Kind) => kind === KINDS.note || kind === KINDS.folded

const isChange = (kind: Kind | undefined) =>
  kind === KINDS.removed || kind === KINDS.added || kind === KINDS.folded

interface Place {
  /** whether a change begins with it */
  isBegin: boolean
  /** whether its number is the tab stop */
  isStop: boolean
}

const BEGIN = ' data-change-start tabindex="-1"'

const LINE_KINDS: readonly ShownLine['kind'][] = ['same', 'removed', 'added']

function rowHtml(row: SentRow, options: RowsHtmlOptions, { isBegin, isStop }: Place): string {
  const { lineLabel = null, chosenAfter, isStepped = false, words } = options
  const [at, before, after, , , , , fate] = row
  const kind = LINE_KINDS[at] ?? 'same'
  const isLinked = after > 0 && lineLabel !== null
  const attributes = [
    isLinked ? ` id="L${after}" data-line-row="${after}"` : '',
    kind === 'same' ? '' : ` data-kind="${kind}"`,
    chosenAfter && kind === 'removed'
      ? ` data-changed-line="removed-${before - 1 - chosenAfter.before}"`
      : '',
    chosenAfter && kind === 'added'
      ? ` data-changed-line="added-${after - 1 - chosenAfter.after}"`
      : '',
    fate ? ` data-fate="${fate}"` : '',
    isBegin && isStepped ? BEGIN : '',
  ]
  const number = isLinked ? cell(linkHtml(after, lineLabel, isStop)) : numberHtml(after)
  return `<tr role="row"${attributes.join('')}>${numberHtml(before)}${number}${cell(signHtml(kind, words, fate))}${cell(sentTextHtml(row))}</tr>`
}

function cell(html: string): string {
  return `<td role="cell">${html}</td>`
}

/** A line number that is not copied with the text. */
function numberHtml(line: number): string {
  return line === 0 ? cell('') : `<td role="cell" data-line="${line}"></td>`
}

function linkHtml(line: number, [before, after]: readonly [string, string], isStop: boolean) {
  const label = `${escaped(before)}${line}${escaped(after)}`
  return `<a href="#L${line}" data-line="${line}" tabindex="${isStop ? 0 : -1}" aria-label="${label}"></a>`
}

const SIGN = { removed: '−', added: '+' }

function signHtml(kind: ShownLine['kind'], words: RowWords, fate: string | undefined): string {
  if (kind === 'same') return ''
  const told = fate ? words.fates?.[fate] : undefined
  const said = escaped(told?.label ?? words[kind])
  const title = told ? ` title="${said}"` : ''
  return `<span aria-hidden="true"${title}>${told?.sign ?? SIGN[kind]}</span><span class="sr-only">${said}</span>`
}

/** A line with its rewritten words marked, and the words behind it; as `MarkedText`. */
function sentTextHtml([kind, , , text, syntax = '', marks = [], tail = []]: SentRow): string {
  const tokens = unpackedSyntax(text, syntax)
  const behind = tail.map((words) => `<i>${escaped(words)}</i>`).join('')
  if (marks.length === 0) return lineHtml(text, tokens) + behind
  const look = kind === KINDS.removed ? 'removed' : 'added'
  const element = kind === KINDS.removed ? 'del' : 'ins'
  const part = (from: number, to: number) =>
    from === to ? '' : lineHtml(text.slice(from, to), tokens && tokensWithin(tokens, from, to))
  let offset = 0
  let html = ''
  for (const [from, to] of pairs(marks)) {
    html += `${part(offset, from)}<${element} class="no-underline word-${look}">${part(from, to)}</${element}>`
    offset = to
  }
  return html + part(offset, text.length) + behind
}

const pairs = (marks: readonly number[]): Mark[] =>
  marks.flatMap((from, at): Mark[] => (at % 2 === 0 ? [[from, marks[at + 1] ?? from]] : []))

/**
 * Returns a run of unchanged lines, or removed ones with those that took their place, as HTML for a
 * `paired-diff`: one below the other or side by side is a matter of its style sheet, for which
 * unchanged lines stand there twice.
 */
export function pairedHtml(rows: readonly SentRow[], words: RowWords): string {
  return rows.map((row, at) => pairedRowHtml(row, words, at === 0)).join('')
}

function pairedRowHtml(row: SentRow, words: RowWords, isFirst: boolean): string {
  const [at, before, after] = row
  const kind = LINE_KINDS[at] ?? 'same'
  const text = sentTextHtml(row)
  const isSame = kind === 'same'
  const attributes = isSame ? '' : ` data-kind="${kind}"${isFirst ? BEGIN : ''}`
  const copy = isSame
    ? `<div aria-hidden="true" class="paired-copy">${pairedNumber(after)}<div></div><div class="paired-text">${text}</div></div>`
    : ''
  return `<div role="row" class="paired-line"${attributes}>${pairedNumber(before)}${pairedNumber(after, ' paired-after')}<div role="cell" class="paired-sign">${signHtml(kind, words, undefined)}</div><div role="cell" class="paired-text">${text}</div>${copy}</div>`
}

function pairedNumber(line: number, look = ''): string {
  const number = line === 0 ? '' : ` data-line="${line}"`
  return `<div role="cell"${number} class="paired-number${look}"></div>`
}

function noteHtml(html: string): string {
  return `<tr role="row" data-note><td role="cell" colspan="4">${html}</td></tr>`
}
