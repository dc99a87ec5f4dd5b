import { Fragment } from 'react'
import type { HunkThread } from '@/components/comments/hunk-threads'
import { LineThreads } from '@/components/comments/line-threads'
import type { DiffLabels } from '@/components/diff/diff-labels'
import { DiffLineRow } from '@/components/diff/diff-line-row'
import { type DiffSyntax, tokensOf } from '@/components/diff/diff-syntax'
import { type ShownLine, shownLines } from '@/components/diff/shown-lines'
import { texts } from '@/components/i18n/server-texts'
import type { ReviewedHunk } from '@/lib/review/changesets/changeset-memories'
import type { LineHunk } from '@/lib/text/line-hunks'
import type { DiffLine } from '@/lib/text/text-diff'
import { fateMark } from './fate-mark'
import type { ShownFinding } from './found-in-memory'
import { foundMarks } from './found-marks'
import type { MaskedLine } from './masked-hunk'
import { MoreLines } from './more-lines'
import type { FramedWord } from './one-word-of'

/** Lines of one hunk that are shown; the rest is counted. */
const MAX_LINES = 60
/** Of what an agent emptied or deleted, lines that are shown before the rest is asked for. */
const MAX_GONE = 12
const MAX_GONE_UNFOLDED = 200

export interface HunkRowsProps {
  lines: readonly MaskedLine[]
  hunk: ReviewedHunk
  syntax: DiffSyntax | undefined
  labels: DiffLabels
  found: readonly ShownFinding[]
  threads: readonly HunkThread[]
  /** the one word that turns a line round; null: there is none */
  word: FramedWord | null
  /** whether its lines can be chosen one by one */
  isEditable: boolean
}

const isGone = (hunk: ReviewedHunk) => hunk.kind === 'deleted' || hunk.reasons.includes('emptied')

/** The lines of a hunk that its rows show; comments on others stand below them. */
export function linesShown(lines: readonly MaskedLine[], hunk: ReviewedHunk): ShownLine[] {
  return shownLines(lines, isGone(hunk) ? MAX_GONE_UNFOLDED : MAX_LINES)
}

/** The lines of a hunk; of what is gone altogether the first ones, until somebody asks for more. */
export async function HunkRows(props: HunkRowsProps) {
  const { lines, hunk, labels } = props
  const t = await texts()
  const shown = linesShown(lines, hunk)
  const first = isGone(hunk) ? shown.slice(0, MAX_GONE) : shown
  const rest = shown.slice(first.length)
  const isAllRemoved = lines.slice(first.length).every(({ kind }) => kind === 'removed')
  const restWord = isAllRemoved ? 'moreGone' : 'moreLines'
  const notShown =
    lines.length > shown.length ? (
      <p data-more-lines className="bg-hover px-5 text-ink-3">
        {labels.notShown(lines.length - shown.length)}
      </p>
    ) : null
  return (
    <div className="syn overflow-x-auto pb-1 font-mono text-xs leading-5">
      <Rows {...props} shown={first} from={0} isNamed />
      {rest.length === 0 ? (
        notShown
      ) : (
        <MoreLines label={t(`Review.${restWord}`, { count: lines.length - first.length })}>
          <Rows {...props} shown={rest} from={first.length} />
          {notShown}
        </MoreLines>
      )}
    </div>
  )
}

interface RowsProps extends HunkRowsProps {
  shown: readonly ShownLine[]
  /** the place of the first among all lines */
  from: number
  isNamed?: boolean
}

async function Rows(props: RowsProps) {
  const { shown, from, lines, hunk, syntax, labels, found, threads, word, isEditable } = props
  const t = await texts()
  return (
    <table className="w-full border-collapse">
      {props.isNamed ? (
        <caption className="sr-only">
          {labels.summary({ added: hunk.afterCount, removed: hunk.beforeCount })}
        </caption>
      ) : null}
      <tbody>
        {shown.map((line, at) => (
          <Fragment key={at}>
            <DiffLineRow
              line={line}
              tokens={lines[from + at]?.isMasked ? undefined : tokensOf(line, syntax)}
              labels={labels}
              changedLine={isEditable ? changedLineOf(line, hunk) : undefined}
              framed={word?.line === lines[from + at] ? word?.mark : undefined}
              {...foundMarks(t, line, found)}
              {...fateMark(t, line, hunk)}
            />
            <LineThreads threads={threads} line={line} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the name by which a changed line is chosen; undefined for an unchanged line. */
function changedLineOf(line: DiffLine, hunk: LineHunk): string | undefined {
  if (line.kind === 'removed') return `removed-${line.before - 1 - hunk.beforeFrom}`
  return line.kind === 'added' ? `added-${line.after - 1 - hunk.afterFrom}` : undefined
}
