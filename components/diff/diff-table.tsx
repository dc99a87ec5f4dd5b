import type { ReactNode } from 'react'
import { SyntaxLine } from '@/components/content/syntax-line'
import { classNames } from '@/components/ui/class-names'
import type { SyntaxToken } from '@/lib/text/syntax'
import { stampedLines } from '@/lib/text/stamped-lines'
import { type DiffLine, textDiff } from '@/lib/text/text-diff'
import type { Mark } from '@/lib/text/word-marks'
import { type DiffSyntax, tokensOf } from './diff-syntax'
import { firstLines } from './first-lines'
import { FoundText } from './found-text'
import { MarkedText } from './marked-text'

export interface DiffTableProps {
  before: string
  after: string
  /** the parts of each text's lines, for their colour; omit for none */
  syntax?: DiffSyntax
  /** limit on changed lines shown; the rest is counted */
  most: number
  labels: DiffLabels
  /** of the links on the new line numbers, within `LineMarks`; null: no links */
  lineLabel?: ((line: number) => string) | null
}

/** The labels of a difference, in the reader's language. */
export interface DiffLabels {
  same: string
  added: string
  removed: string
  unended: string
  summary: (counts: { added: number; removed: number }) => string
  skipped: (count: number) => string
  notShown: (count: number) => string
  /** of lines that Claude Code writes anew with every write */
  stamped: string
}

/**
 * The difference of two texts, as text: removed and added lines with numbers, rewritten words
 * highlighted.
 */
export function DiffTable({
  before,
  after,
  syntax,
  most,
  labels,
  lineLabel = null,
}: DiffTableProps) {
  const diff = textDiff(before, after)
  const isStamped = stampedIn(before, after)
  const firstNumbered = diff.hunks[0]?.lines.find(({ kind }) => kind !== 'removed')
  if (diff.hunks.length === 0) return <p className="px-4 py-2 text-ink-3">{labels.same}</p>
  const notShown = diff.hunks.flatMap((hunk) => hunk.lines).length - most
  return (
    <div className="syn font-mono text-xs leading-5">
      <table className="w-full border-collapse">
        <caption className="sr-only">
          {labels.summary({ added: diff.added, removed: diff.removed })}
        </caption>
        <tbody>
          {firstLines(diff.hunks, most).map((hunk, index) => [
            hunk.skipped > 0 ? (
              <Note key={`skip-${index}`}>{labels.skipped(hunk.skipped)}</Note>
            ) : null,
            ...hunk.lines.map((line, at) =>
              isStamped(line) ? (
                isStamped(hunk.lines[at - 1]) ? null : (
                  <StampedLines
                    key={`${index}-${at}`}
                    lines={hunk.lines.slice(at, stampedEnd(hunk.lines, at, isStamped))}
                    label={labels.stamped}
                  />
                )
              ) : (
                <DiffLineRow
                  key={`${index}-${at}`}
                  line={line}
                  tokens={tokensOf(line, syntax)}
                  labels={labels}
                  beginsChange={beginsChange(hunk.lines, at)}
                  lineLabel={lineLabel}
                  isStop={line === firstNumbered}
                />
              ),
            ),
          ])}
          {notShown > 0 ? (
            <Note>{labels.notShown(notShown)}</Note>
          ) : diff.skippedAfter > 0 ? (
            <Note>{labels.skipped(diff.skippedAfter)}</Note>
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

/** Which changed lines nobody meant; of a new text, none. */
function stampedIn(before: string, after: string): (line: DiffLine | undefined) => boolean {
  const [was, is] = [stampedLines(before), stampedLines(after)]
  if (was.size === 0 || is.size === 0) return () => false
  return (line) =>
    line !== undefined &&
    ((line.kind === 'removed' && was.has(line.before)) ||
      (line.kind === 'added' && is.has(line.after)))
}

function stampedEnd(
  lines: readonly DiffLine[],
  from: number,
  isStamped: (line: DiffLine | undefined) => boolean,
): number {
  let end = from
  while (isStamped(lines[end])) end++
  return end
}

/** Lines that Claude Code stamps, folded: they are there for whoever wants them. */
function StampedLines({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <Note>
      <details>
        <summary className="w-fit cursor-pointer">{label}</summary>
        {lines.map((line, at) => (
          <div key={at} className="wrap-anywhere whitespace-pre-wrap">
            {SIGN[line.kind]} {line.text}
          </div>
        ))}
      </details>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <tr className="bg-hover text-ink-3">
      <td colSpan={4} className="px-4">
        {children}
      </td>
    </tr>
  )
}

const LOOK = { same: '', removed: 'bg-removed-line', added: 'bg-added-line' }
const SIGN = { same: ' ', removed: '−', added: '+' }

/** Whether a changed line is the first of its run. */
function beginsChange(lines: readonly DiffLine[], at: number): boolean {
  return lines[at]?.kind !== 'same' && (lines[at - 1]?.kind ?? 'same') === 'same'
}

export interface DiffLineRowProps {
  line: DiffLine
  tokens: readonly SyntaxToken[] | undefined
  labels: DiffLabels
  beginsChange: boolean
  lineLabel: ((line: number) => string) | null
  /** whether its number is the tab stop; from there the arrow keys move on */
  isStop: boolean
  /** of an added line: where something was found */
  found?: readonly Mark[]
  /** stands where a line that was there before has its number */
  gutter?: ReactNode
  /** of a changed line that can be chosen: `removed-` or `added-` and its place in its hunk */
  changedLine?: string | undefined
  /** of a removed line: what became of it, with the sign and the word for it */
  fate?: { name: string; sign: string; label: string } | undefined
}

/** A line of a difference, as a row of its table. */
export function DiffLineRow({
  line,
  tokens,
  labels,
  beginsChange,
  lineLabel,
  isStop,
  found = [],
  gutter = null,
  changedLine,
  fate,
}: DiffLineRowProps) {
  const after = line.kind === 'removed' ? null : line.after
  const row = after !== null && lineLabel ? { id: `L${after}`, 'data-line-row': after } : {}
  return (
    <tr
      {...row}
      data-changed-line={changedLine}
      data-fate={fate?.name}
      {...(beginsChange ? { 'data-change-start': '', tabIndex: -1 } : {})}
      className={classNames('align-top', LOOK[line.kind])}
    >
      {gutter === null ? (
        <Number value={line.kind === 'added' ? null : line.before} />
      ) : (
        <td className="w-10 pr-2 text-right select-none">{gutter}</td>
      )}
      {after !== null && lineLabel ? (
        <td className="w-10 text-right select-none">
          <a
            href={`#L${after}`}
            aria-label={lineLabel(after)}
            data-line={after}
            tabIndex={isStop ? 0 : -1}
            className="block pr-2 text-ink-3 before:content-[attr(data-line)] hover:text-accent"
          />
        </td>
      ) : (
        <Number value={after} />
      )}
      <td className="w-4 text-center select-none">
        <span aria-hidden title={fate?.label}>
          {fate?.sign ?? SIGN[line.kind]}
        </span>
        {line.kind === 'same' ? null : (
          <span className="sr-only">{fate?.label ?? labels[line.kind]}</span>
        )}
      </td>
      <td className="pr-4 wrap-anywhere whitespace-pre-wrap">
        {line.kind === 'same' ? (
          <SyntaxLine line={line.text} tokens={tokens} />
        ) : line.kind === 'added' && found.length > 0 ? (
          <FoundText text={line.text} marks={line.marks} tokens={tokens} found={found} />
        ) : (
          <MarkedText text={line.text} marks={line.marks} tokens={tokens} kind={line.kind} />
        )}
        {line.isUnended ? (
          <span className="pl-2 text-ink-3 select-none">{labels.unended}</span>
        ) : null}
      </td>
    </tr>
  )
}

/** A line number that is not copied with the text. */
function Number({ value }: { value: number | null }) {
  return (
    <td
      data-line={value ?? ''}
      className="w-10 pr-2 text-right text-ink-3 select-none before:content-[attr(data-line)]"
    />
  )
}
