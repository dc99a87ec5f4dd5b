'use client'

import { useTranslations } from 'use-intl'
import { DiffBodies } from '@/components/diff/diff-bodies'
import type { RowWords, SentRow } from '@/components/diff/sent-rows'
import { MoreLines } from './more-lines'
import type { ShownHunk, ShownLines } from './shown-hunk'

export interface HunkTableProps {
  shown: Pick<ShownHunk, 'summary' | 'lines' | 'isWide' | 'rest' | 'notShown' | 'chosenAfter'>
  words: RowWords
}

/** The lines of a hunk; of what is gone altogether the first ones, until somebody asks for more. */
export function HunkTable({ shown, words }: HunkTableProps) {
  const { lines, rest, notShown } = shown
  if (!lines) return null
  const left = notShown ? (
    <p data-more-lines className="bg-hover px-5 text-ink-3">
      {notShown}
    </p>
  ) : null
  return (
    <div className="syn hunk-lines">
      <Table {...shown} lines={lines} words={words} />
      {rest ? (
        <MoreLines label={rest.label}>
          <Table {...shown} summary={undefined} lines={rest.lines} words={words} />
          {left}
        </MoreLines>
      ) : (
        left
      )}
    </div>
  )
}

/** Lines that go back which are shown before somebody asks for more. */
const MAX_FIRST = 4

/** What reverting a hunk writes. */
export function GoingBack({ rows, words }: { rows: readonly SentRow[]; words: RowWords }) {
  const t = useTranslations('Review')
  const rest = rows.slice(MAX_FIRST)
  return (
    <div className="hunk-lines">
      <Table lines={[rows.slice(0, MAX_FIRST)]} words={words} />
      {rest.length === 0 ? null : (
        <MoreLines label={t('moreLines', { count: rest.length })}>
          <Table lines={[rest]} words={words} />
        </MoreLines>
      )}
    </div>
  )
}

interface TableProps extends Pick<ShownHunk, 'isWide' | 'chosenAfter'> {
  summary?: string | undefined
  lines: ShownLines
  words: RowWords
}

function Table({ summary, lines, isWide, chosenAfter, words }: TableProps) {
  return (
    <table role="table" className="diff-lines" data-wide={isWide ? '' : undefined}>
      {summary === undefined ? null : <caption className="sr-only">{summary}</caption>}
      {lines.map((part, at) =>
        'row' in part ? (
          <tbody key={at} role="rowgroup">
            {part.row}
          </tbody>
        ) : (
          <DiffBodies key={at} rows={part} words={words} chosenAfter={chosenAfter} />
        ),
      )}
    </table>
  )
}
